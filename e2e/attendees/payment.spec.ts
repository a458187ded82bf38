import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { skipTimeUntil } from '../page-clock.ts';
import { buyTicket, call, openPageFor, openPageInNewContext, setSwitches } from '../users.ts';
import { createSale, payByCard } from './sales.ts';

test('a buyer whose card was declined pays with another card and gets one ticket', async ({
  browser,
  foyer,
}) => {
  const { title, eventId, buyer } = await createSale(foyer, 'dina');
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await page.setViewportSize({ width: 360, height: 640 });
  await payByCard(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByText('You have not been charged.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Card number')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBe(String(eventId));

  // Buying in a second tab opens the payment of the first tab, and starts no second payment.
  const other = await page.context().newPage();
  await other.goto(`/events/${eventId}`);
  await other.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(other.getByLabel('Card number')).toBeVisible();

  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(
    page.getByText(`Your ticket for ${title} has been issued and sent to your email.`),
  ).toBeVisible();
  await expect(page.getByText('Payment successful! Your ticket has been issued.')).toBeVisible();
  const flag = `ticket_paid_${buyer.id}_${eventId}`;
  expect(await page.evaluate(`localStorage.getItem('${flag}')`)).toBe('true');
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBeNull();
  expect(await page.evaluate("sessionStorage.getItem('refreshTicketStatus')")).toBe('true');
  await expectAccessible(page, 'a successful payment');

  await payByCard(other, '4242 4242 4242 4242');
  await expect(other.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await other.getByRole('link', { name: 'View Event Details' }).click();
  await expect(other.getByText('You have already purchased a ticket for this event.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ticket Purchased' })).toBeDisabled();
  await expect(other.getByText('1 ticket remaining')).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/registrations', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'View My Tickets' }).click();
  await page.getByRole('tab', { name: 'List View' }).click();
  await expect(page.getByRole('tabpanel').getByText('Loading events...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeHidden();
  release();
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel registration' }).press('Enter');
  await expect(
    page.getByText('You have already purchased a ticket for this event. Please contact support for refunds.'),
  ).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Contact Support' }).press('Enter');
  await expect(page).toHaveURL('/support');
});

test('the return page notices by itself that a late payment has arrived', async ({ browser, foyer }) => {
  const { title, eventId, buyer } = await createSale(foyer, 'sloane');
  const page = await openPageInNewContext(browser, foyer, buyer);
  await page.clock.install();
  // The payment succeeds later, and no webhook reports it. Until `unroute` below, every check returns “unpaid”, so
  // that the page first shows a failure.
  await setSwitches(foyer, { payments: 'succeed later', webhookHold: true });
  await page.route('**/api/stripe/payment-status/*', (route) =>
    route.fulfill({ json: { success: true, status: 'unpaid', isPaid: false, eventId } }),
  );
  try {
    await page.goto(`/events/${eventId}`);
    await page.getByRole('button', { name: 'Buy Ticket' }).click();
    await payByCard(page, '4242 4242 4242 4242');
    await expect(page.getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible();
    const failed = page.getByRole('heading', { name: 'Payment Verification Failed' });
    await skipTimeUntil(page, failed);
    await expect(failed).toBeVisible();
    await expect(page.getByText(/^Your payment was not completed\./)).toBeVisible();
    await page.unroute('**/api/stripe/payment-status/*');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(`Your ticket for ${title} has been issued`)).toBeVisible();
  } finally {
    await setSwitches(foyer, { payments: 'at once', webhookHold: false });
  }
});

test('the return page says that a payment was refunded, and links to the event', async ({
  browser,
  foyer,
}) => {
  const { organiser, eventId, buyer } = await createSale(foyer, 'rhea');
  await buyTicket(foyer, buyer, eventId);
  const { payments } = await call<{ payments: { session_id: string; ticket_id: number }[] }>(
    foyer,
    `GET /stripe/payments/${buyer.id}`,
    buyer,
  );
  await call(foyer, `POST /stripe/refund/${payments[0]?.ticket_id}`, organiser, {});
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto(`/payment/success?session_id=${payments[0]?.session_id}`);
  await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible();
  await expect(page.getByText(/^Your money goes back to the card/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveCount(0);
  await expectAccessible(page, 'a refunded payment');
  await page.getByRole('link', { name: 'View Event Details' }).click();
  await expect(page).toHaveURL(`/events/${eventId}`);
});

test('the return page explains why a payment cannot be verified, and what to do next', async ({
  browser,
  foyer,
}) => {
  const { eventId, buyer } = await createSale(foyer, 'vera');
  const page = await openPageInNewContext(browser, foyer, buyer, { viewport: { width: 360, height: 800 } });
  await page.clock.install();
  const failed = page.getByRole('heading', { name: 'Payment Verification Failed' });
  await page.goto('/payment/success');
  await expect(failed).toBeVisible();
  await expect(page.getByText('No session ID provided')).toBeVisible();

  await page.goto('/payment/success?session_id=cs_test_nobody');
  await expect(failed).toBeVisible();
  await expect(page.getByText('No event ID found in session storage')).toBeVisible();
  await expectAccessible(page, 'a payment that cannot be verified');
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL('/support?session_id=cs_test_nobody');

  // Store the id of the event, as the start of a checkout does, so that the page links back to the event.
  await page.evaluate(`sessionStorage.setItem('pendingEventTicket', '${eventId}')`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/stripe/payment-status/*', async (route) => {
    await released;
    await route.fulfill({ status: 400, body: 'x' });
  });
  await page.goto('/payment/success?session_id=cs_test_nobody');
  await expect(page.getByRole('status').filter({ hasText: 'Verifying Payment...' })).toBeVisible();
  // Mark the element that screen readers watch. The error must appear in this element, because they may ignore the text of
  // a new element.
  await page.evaluate("document.querySelector('main output').dataset.since = 'verifying'");
  release();
  await expect(page.locator('output[data-since]')).toContainText('Failed to process payment');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`/events/${eventId}`);

  // Answer as for a paid payment without a ticket, because the real server issues tickets at once.
  await page.unroute('**/api/stripe/payment-status/*');
  await page.route('**/api/stripe/payment-status/*', (route) =>
    route.fulfill({ json: { success: true, status: 'paid', isPaid: true, eventId } }),
  );
  await page.route('**/api/stripe/sync-payment/*', (route) => route.fulfill({ status: 409, body: 'x' }));
  await page.goto('/payment/success?session_id=cs_test_late');
  const received = page.getByRole('heading', { name: 'Payment Received' });
  await skipTimeUntil(page, received);
  await expect(received).toBeVisible();
  await expect(
    page.getByText(
      "We verified your payment but had trouble issuing your ticket. Please contact support if you don't see your ticket soon.",
    ),
  ).toBeVisible();
  await expectAccessible(page, 'a payment without its ticket');

  await page.evaluate('localStorage.clear()');
  await page.goto('/payment/success?session_id=cs_test_late');
  await expect(page.getByText('User not authenticated')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).last().click();
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fpayment%2Fsuccess%3Fsession_id%3Dcs_test_late$/);
});

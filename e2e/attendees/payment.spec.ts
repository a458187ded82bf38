import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import {
  buyTicket,
  call,
  openPageOf,
  publishEventBy,
  setSwitches,
  signUpMember,
} from '../organisers/members.ts';
import type { Foyer } from '../server.ts';
import { expectSound } from '../soundness.ts';

async function meetBuyer(foyer: Foyer, word: string) {
  const organiser = await signUpMember(foyer, word, 'Sales of');
  const title = `Sale ${organiser.username}`;
  const eventId = await publishEventBy(foyer, organiser, { title, price: 12.5, seats: 2 });
  const buyer = await signUpMember(foyer, 'bo');
  return { organiser, title, eventId, buyer };
}

async function payByCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('A Buyer');
  await page.getByRole('button', { name: 'Pay £12.50' }).click();
}

test('a declined card, then a good one: one payment, one ticket, remembered by the browser', async ({
  browser,
  foyer,
}) => {
  const { title, eventId, buyer } = await meetBuyer(foyer, 'dina');
  const page = await openPageOf(browser, foyer, buyer);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await payByCard(page, '4000 0000 0000 0002');
  await expect(page.getByText('You have not been charged.')).toBeVisible();
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBe(String(eventId));

  // Another tab pays the same seat: it is led to the same payment.
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
  await expectSound(page, 'a successful payment');

  await payByCard(other, '4242 4242 4242 4242');
  await expect(other.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await other.getByRole('link', { name: 'View Event Details' }).click();
  await expect(other.getByText('You have already purchased a ticket for this event.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ticket Purchased' })).toBeDisabled();
  await expect(other.getByText('1 ticket remaining')).toBeVisible();

  const { promise: untilSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/registrations', async (route) => {
    await untilSeen;
    await route.continue();
  });
  await page.getByRole('link', { name: 'View My Tickets' }).click();
  await page.getByRole('tab', { name: 'List View' }).click();
  await expect(page.getByRole('tabpanel').getByText('Loading events...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeHidden();
  answer();
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel registration' }).press('Enter');
  await expect(
    page.getByText('You have already purchased a ticket for this event. Please contact support for refunds.'),
  ).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Contact Support' }).press('Enter');
  await expect(page).toHaveURL('/support');
});

test('an abandoned checkout says so once and keeps the seat for another try', async ({ browser, foyer }) => {
  const { eventId, buyer } = await meetBuyer(foyer, 'abby');
  const page = await openPageOf(browser, foyer, buyer);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  const abandoned = page.getByText(
    "Your payment was not completed. Please try again when you're ready to purchase.",
  );
  await expect(abandoned).toBeVisible();
  await expect(page.getByText(/^We hold your seat until/)).toBeVisible();
  await expect(page.getByText(/^We hold your seat until/)).toBeVisible();
  await expect(page).toHaveURL(`/events/${eventId}`);
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBeNull();
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled();
  await expect(page.getByText(/^Your seat is held until/)).toBeVisible();
  await expectSound(page, 'a seat that is held');

  // Until when it is held is known last: the button that somebody is about to press stays what and where it is.
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/users/*/registrations*', (route) => late.then(() => route.continue()));
  await page.reload();
  const complete = page.getByRole('button', { name: 'Complete Purchase' });
  await expect(complete).toBeEnabled();
  await expect(abandoned).toBeHidden();
  await page.evaluate("document.querySelector('#ticket-purchase button').dataset.since = 'early'");
  const place = await complete.boundingBox();
  answer();
  await expect(page.getByText(/^Your seat is held until/)).toBeVisible();
  await expect(complete).toHaveAttribute('data-since', 'early');
  expect(await complete.boundingBox()).toEqual(place);
  await page.unroute('**/api/users/*/registrations*');

  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/sandbox/pay/*', (route) => slow.then(() => route.continue()));
  let checks = 0;
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === `/api/events/${eventId}` && response.request().headers().authorization) checks += 1;
  });
  await page.reload();
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect.poll(() => checks).toBe(3);
  arrive();
  await expect(page.getByRole('link', { name: 'Cancel and go back' })).toBeVisible();
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBe(String(eventId));
});

test('a payment that takes its time is told of by the page itself', async ({ browser, foyer }) => {
  const { title, eventId, buyer } = await meetBuyer(foyer, 'sloane');
  const page = await openPageOf(browser, foyer, buyer);
  // The provider settles late and sends no word; how long its answer stays the same is for the story to say.
  await setSwitches(foyer, { payments: 'succeed later', webhookHold: true });
  await page.route('**/api/stripe/payment-status/*', (route) =>
    route.fulfill({ json: { success: true, status: 'unpaid', isPaid: false, eventId } }),
  );
  try {
    await page.goto(`/events/${eventId}`);
    await page.getByRole('button', { name: 'Buy Ticket' }).click();
    await payByCard(page, '4242 4242 4242 4242');
    await expect(page.getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    await expect(page.getByText(/^Your payment was not completed\./)).toBeVisible();
    await page.unroute('**/api/stripe/payment-status/*');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(`Your ticket for ${title} has been issued`)).toBeVisible();
  } finally {
    await setSwitches(foyer, { payments: 'at once', webhookHold: false });
  }
});

test('a payment that went back says so, and leads to its event and to help', async ({ browser, foyer }) => {
  const { organiser, eventId, buyer } = await meetBuyer(foyer, 'rhea');
  await buyTicket(foyer, buyer, eventId);
  const { payments } = await call<{ payments: { session_id: string; ticket_id: number }[] }>(
    foyer,
    `GET /stripe/payments/${buyer.id}`,
    buyer,
  );
  await call(foyer, `POST /stripe/refund/${payments[0]?.ticket_id}`, organiser, {});
  const page = await openPageOf(browser, foyer, buyer);
  await page.goto(`/payment/success?session_id=${payments[0]?.session_id}`);
  await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible();
  await expect(page.getByText(/^The money for this payment goes back to the card/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveCount(0);
  await expectSound(page, 'a payment that went back');
  await page.getByRole('link', { name: 'View Event Details' }).click();
  await expect(page).toHaveURL(`/events/${eventId}`);
});

test('what cannot be verified says why, and leads on', async ({ browser, foyer }) => {
  const { eventId, buyer } = await meetBuyer(foyer, 'vera');
  const page = await openPageOf(browser, foyer, buyer, { viewport: { width: 360, height: 800 } });
  const failed = page.getByRole('heading', { name: 'Payment Verification Failed' });
  await page.goto('/payment/success');
  await expect(failed).toBeVisible();
  await expect(page.getByText('No session ID provided')).toBeVisible();

  await page.goto('/payment/success?session_id=cs_test_nobody');
  await expect(failed).toBeVisible();
  await expect(page.getByText('No event ID found in session storage')).toBeVisible();
  await expectSound(page, 'a payment that cannot be verified');
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL('/support?session_id=cs_test_nobody');

  // With the mark of a checkout the way back to its event is known.
  await page.evaluate(`sessionStorage.setItem('pendingEventTicket', '${eventId}')`);
  const { promise: untilSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/stripe/payment-status/*', async (route) => {
    await untilSeen;
    await route.fulfill({ status: 400, body: 'x' });
  });
  await page.goto('/payment/success?session_id=cs_test_nobody');
  await expect(page.getByRole('status').filter({ hasText: 'Verifying Payment...' })).toBeVisible();
  // A region is read out when it changes; one that comes with its words may not be.
  await page.evaluate("document.querySelector('main output').dataset.since = 'verifying'");
  answer();
  await expect(page.locator('output[data-since]')).toContainText('Failed to process payment');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`/events/${eventId}`);

  // Paid, and the ticket is late: the server issues it in the same breath, so this is played.
  await page.unroute('**/api/stripe/payment-status/*');
  await page.route('**/api/stripe/payment-status/*', (route) =>
    route.fulfill({ json: { success: true, status: 'paid', isPaid: true, eventId } }),
  );
  await page.route('**/api/stripe/sync-payment/*', (route) => route.fulfill({ status: 409, body: 'x' }));
  await page.goto('/payment/success?session_id=cs_test_late');
  await expect(page.getByRole('heading', { name: 'Payment Received' })).toBeVisible();
  await expect(
    page.getByText(
      "We verified your payment but had trouble issuing your ticket. Please contact support if you don't see your ticket soon.",
    ),
  ).toBeVisible();
  await expectSound(page, 'a payment without its ticket');

  await page.evaluate('localStorage.clear()');
  await page.goto('/payment/success?session_id=cs_test_late');
  await expect(page.getByText('User not authenticated')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).last().click();
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fpayment%2Fsuccess%3Fsession_id%3Dcs_test_late$/);
});

import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { skipTimeUntil } from '../page-clock.ts';
import { call, openPageFor, openPageInNewContext, register } from '../users.ts';
import { createSale } from './sales.ts';

const notice = (page: Page) =>
  page.getByText("Your payment was not completed. Please try again when you're ready to purchase.");

test('a buyer who leaves the payment page is told once that the seat is unpaid, and can still pay for it', async ({
  browser,
  foyer,
}) => {
  const { eventId, buyer } = await createSale(foyer, 'abby');
  // Close the notice about slow first visits, because it would appear during the slow call and move the button.
  const stored = [...buyer.stored, { name: 'coldStartNotice', value: 'closed' }];
  const page = await openPageFor(browser, foyer, { stored });
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText(/^We hold your seat until/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}-[a-z0-9-]+$`));
  expect(await page.evaluate("sessionStorage.getItem('pendingEventTicket')")).toBeNull();
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled();
  await expect(page.getByText(/^Your seat is held until/)).toBeVisible();
  await expectAccessible(page, 'a seat that is held');

  // The end time of the hold appears late. The button must not move then, because somebody may be about to press it.
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/users/*/registrations*', (route) => late.then(() => route.continue()));
  await page.reload();
  const complete = page.getByRole('button', { name: 'Complete Purchase' });
  await expect(complete).toBeEnabled();
  await expect(notice(page)).toBeHidden();
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

test('a buyer who goes back from the card page to the profile is told once about the unpaid seat', async ({
  browser,
  foyer,
}) => {
  const { eventId, buyer } = await createSale(foyer, 'baka');
  await register(foyer, buyer, eventId);
  const page = await openPageFor(browser, foyer, buyer);
  const complete = page.getByRole('button', { name: 'Complete Purchase' }).first();
  await page.goto('/profile');
  await complete.click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText(/^We hold your seat until/)).toBeVisible();
  await page.reload();
  await expect(complete).toBeEnabled();
  await page.getByRole('tab', { name: 'List View' }).click();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(1);
  // The notice must not appear again. This check must not wait: a toast closes by itself, so a check that
  // waits would pass even after a wrong toast.
  expect(await notice(page).count()).toBe(0);
});

test('a buyer who cancels a payment reads how long the seat is held, and sees the notice only once', async ({
  browser,
  foyer,
}) => {
  const { eventId, buyer } = await createSale(foyer, 'cara');
  const page = await openPageInNewContext(browser, foyer, buyer);
  await page.clock.install();
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.goto('/payment/cancel');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not completed' })).toBeVisible();
  await expect(page.getByText(/^Your seat is held until/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the event' }).click();
  await expect(page).toHaveURL(`/events/${eventId}`);

  const { sessionId } = await call<{ sessionId: string }>(
    foyer,
    'POST /stripe/create-checkout-session',
    buyer,
    { eventId, userId: buyer.id },
  );
  const failed = page.getByRole('heading', { name: 'Payment Verification Failed' });
  await page.goto(`/payment/success?session_id=${sessionId}`);
  await skipTimeUntil(page, failed);
  await expect(failed).toBeVisible();
  await expect(notice(page)).toHaveCount(1);
  await page.reload();
  await skipTimeUntil(page, failed);
  await expect(failed).toBeVisible();
  await expect(page.getByText(/^Your seat is held until/)).toBeVisible();
  expect(await notice(page).count()).toBe(0);
});

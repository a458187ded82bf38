import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { placeOrder } from '../orders.ts';
import type { Foyer } from '../server.ts';
import { createUser, openPageInNewContext } from '../users.ts';
import { publishTypes } from './sales.ts';

/** Orders a ticket that costs £10 as a new user, and returns the user and the number of the unpaid order. */
async function holdTicket(foyer: Foyer) {
  const organiser = await createUser(foyer, 'orla', 'Holds of');
  const types = [
    { name: 'Stalls', price: 10 },
    { name: 'Balcony', price: 7 },
  ];
  const eventId = await publishTypes(foyer, organiser, 'A held place', types);
  const buyer = await createUser(foyer, 'rene');
  const { number } = await placeOrder(foyer, buyer, { eventId });
  return { buyer, number };
}

const countdown = (page: Page) => page.getByText(/^Your places are held for (29:\d\d|30:00)$/);

test.describe('the countdown of an unpaid order', () => {
  test('is right on a device whose clock is two hours fast', async ({ browser, foyer }) => {
    const { buyer, number } = await holdTicket(foyer);
    const page = await openPageInNewContext(browser, foyer, buyer);
    await page.clock.install({ time: Date.now() + 2 * 3_600_000 });
    await page.goto(`/orders/${number}`);
    await expect(countdown(page)).toBeVisible();
  });

  test('asks the server again only after five seconds when the time is over but the hold has not ended', async ({
    browser,
    foyer,
  }) => {
    const { buyer, number } = await holdTicket(foyer);
    const page = await openPageInNewContext(browser, foyer, buyer);
    const times: number[] = [];
    await page.route(`**/api/orders/${number}`, async (route) => {
      const response = await route.fetch();
      const { order } = (await response.json()) as { order: object };
      // The first call loads the page, the second one follows at once, and then the job ends the hold.
      const status = times.push(Date.now()) < 3 ? 'held' : 'expired';
      await route.fulfill({ response, json: { order: { ...order, hold_seconds_left: 0, status } } });
    });
    await page.goto(`/orders/${number}`);
    await expect(page.getByText('The time is up.').first()).toBeVisible();
    await expect(page.getByText(/^Nothing was charged\. In a moment/)).toBeVisible();
    for (const name of [/^Pay/, 'Give the places back']) {
      await expect(page.getByRole('button', { name })).toBeHidden();
    }
    await expect(page.getByText('The time is up.')).toHaveCount(0);
    await expect(page.getByText('Nothing was charged.', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the event' })).toHaveAttribute('href', /^\/events\/\d+/);
    const [, second = 0, third = 0] = times;
    expect(third - second).toBeGreaterThan(4000);
  });
});

test('a buyer who has paid for places that were given back meanwhile reads nothing about a cancelled order, and gets the ticket', async ({
  browser,
  foyer,
}) => {
  const { buyer, number } = await holdTicket(foyer);
  const page = await openPageInNewContext(browser, foyer, buyer);
  let questions = 0;
  await page.route(`**/api/orders/${number}`, async (route) => {
    const response = await route.fetch();
    const { order } = (await response.json()) as { order: { tickets: object[] } };
    const status = questions < 2 ? 'cancelled' : 'confirmed';
    const tickets = order.tickets.map((ticket) => ({
      ...ticket,
      status: questions < 2 ? 'cancelled' : 'valid',
    }));
    await route.fulfill({ response, json: { order: { ...order, status, tickets } } });
  });
  await page.route(`**/api/orders/${number}/settle`, async (route) => {
    questions += 1;
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, payment_open: questions < 2 } });
  });
  await page.goto(`/orders/${number}?from=payment`);
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible();
  await expect(page.getByText('cancelled')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Here is your ticket' })).toBeVisible();
});

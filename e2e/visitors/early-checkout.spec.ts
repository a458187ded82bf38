import { expect } from '@playwright/test';
import { publishTypes } from '../attendees/sales.ts';
import { test } from '../foyer-test.ts';
import { findFirstType } from '../orders.ts';
import { failOnPageErrors } from '../page-checks.ts';
import { openWithoutScripts, routeOnce } from '../routes.ts';
import type { Foyer } from '../server.ts';
import { createUser, type User } from '../users.ts';

/** Publishes an event, and returns the address of the checkout of one ticket. */
async function publishCheckout(foyer: Foyer, organiser: User, price = 0): Promise<string> {
  const types = [{ name: 'Adult', price }];
  const eventId = await publishTypes(foyer, organiser, `Early ${organiser.username}`, types);
  return `/events/${eventId}/checkout?tickets=${await findFirstType(foyer, eventId)}x1`;
}

test('a guest who orders before the scripts arrive gets the ticket', async ({ page, foyer }) => {
  failOnPageErrors(page);
  const organiser = await createUser(foyer, 'early', 'Early of');
  const checkout = await publishCheckout(foyer, organiser);
  const arrive = await openWithoutScripts(page, checkout);
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByLabel('Email').fill(`mara.${organiser.username}@example.org`);
  await page.getByRole('button', { name: 'Get tickets' }).click();
  arrive();
  await expect(page.getByRole('img', { name: 'QR code of the Adult ticket of Mara Ellis' })).toBeVisible();
});

test('a guest with an open order sees no form before the order', async ({ page, foyer }) => {
  failOnPageErrors(page);
  const organiser = await createUser(foyer, 'early', 'Early of');
  const checkout = await publishCheckout(foyer, organiser, 10);
  await page.goto(checkout);
  const name = page.getByLabel('Your name');
  await name.fill('Mara Ellis');
  await page.getByLabel('Email').fill(`mara.${organiser.username}@example.org`);
  await page.getByRole('button', { name: 'Pay £10.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/orders/*', (route) => answered.then(() => route.continue()));
  const asked = page.waitForRequest('**/api/orders/*');
  const arrive = await openWithoutScripts(page, checkout);
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(name).toBeHidden();
  arrive();
  await asked;
  await expect(name).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay £10.00' })).toBeHidden();
  answer();
  await expect(page.getByRole('heading', { name: 'You have an open order' })).toBeVisible();
  await page.getByRole('button', { name: 'Order something else instead' }).click();
  await expect(name).toBeVisible();
});

test('a guest whose order for the event is complete gets the form for another one', async ({
  page,
  foyer,
}) => {
  failOnPageErrors(page);
  const organiser = await createUser(foyer, 'early', 'Early of');
  const checkout = await publishCheckout(foyer, organiser);
  for (const name of ['Mara Ellis', 'Ivo Marsh']) {
    await page.goto(checkout);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email').fill(`mara.${organiser.username}@example.org`);
    await page.getByRole('button', { name: 'Get tickets' }).click();
    await expect(page.getByRole('img', { name: `QR code of the Adult ticket of ${name}` })).toBeVisible();
  }
});

test('a guest who reloads the checkout keeps the names of the tickets', async ({ page, foyer }) => {
  failOnPageErrors(page);
  await page.goto(await publishCheckout(foyer, await createUser(foyer, 'early', 'Early of')));
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByRole('button', { name: 'Add names' }).click();
  await page.getByRole('group', { name: 'Adult' }).getByLabel('Name').fill('Ivo Marsh');
  await page.reload();
  await expect(page.getByRole('group', { name: 'Adult' }).getByLabel('Name')).toHaveValue('Ivo Marsh');
  await expect(page.getByLabel('Your name')).toHaveValue('Mara Ellis');
});

test('the form says without scripts that it needs them', async ({ browser, foyer }) => {
  const context = await browser.newContext({ baseURL: foyer.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await publishCheckout(foyer, await createUser(foyer, 'early', 'Early of')));
  await expect(page.getByRole('button', { name: 'Get tickets' })).toBeVisible();
  await expect(page.locator('noscript')).toBeVisible();
});

import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { findFirstType, placeOrder } from '../orders.ts';
import { expectAccessible } from '../page-checks.ts';
import { call, createUser, nobody, openPageFor } from '../users.ts';
import { publishTypes } from './sales.ts';

test('a buyer who loses the race for the last tickets keeps the typed details, and pays after the places come back', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'olga', 'Races of');
  const eventId = await publishTypes(foyer, organiser, 'The last two places', [
    { name: 'Stalls', price: 10, quantity: 2 },
    { name: 'Balcony', price: 7 },
  ]);
  const winner = await createUser(foyer, 'wim');
  const stalls = await findFirstType(foyer, eventId);
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(`/events/${eventId}/checkout?tickets=${stalls}x2`);
  await page.getByLabel('Your name').fill('Lena Late');
  await page.getByRole('textbox', { name: 'Email' }).fill('lena.late@example.org');

  const { number } = await placeOrder(foyer, winner, { eventId, quantity: 2 });
  await page.getByRole('button', { name: 'Pay £20.00' }).click();
  await expect(page.getByRole('alert').getByText(/All reserved right now\..*may come back/)).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Lena Late');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('lena.late@example.org');
  await expectAccessible(page, 'a checkout whose tickets are reserved');

  await call(foyer, `POST /orders/${number}/cancel`, winner, {});
  await again.click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

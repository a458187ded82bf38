import type { Page } from '@playwright/test';
import type { Foyer } from '../server.ts';
import { createUser, publishEventBy } from '../users.ts';

/** Publishes an event that costs £12.50 and creates a buyer. */
export async function createSale(foyer: Foyer, word: string) {
  const organiser = await createUser(foyer, word, 'Sales of');
  const title = `Sale ${organiser.username}`;
  const eventId = await publishEventBy(foyer, organiser, { title, price: 12.5, seats: 2 });
  const buyer = await createUser(foyer, 'bo');
  return { organiser, title, eventId, buyer };
}

/** Fills in the card page of the payment sandbox and pays £12.50. */
export async function payByCard(page: Page, number: string) {
  await fillInCard(page, number);
  await page.getByRole('button', { name: 'Pay £12.50' }).click();
}

export async function fillInCard(page: Page, number = '4242 4242 4242 4242') {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('A Buyer');
}

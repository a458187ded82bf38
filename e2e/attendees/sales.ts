import { expect, type Page } from '@playwright/test';
import { findFirstType } from '../orders.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, publishEventBy, type User } from '../users.ts';

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

interface NewType {
  name: string;
  price: number;
  quantity?: number;
  visibility?: 'public' | 'hidden';
  description?: string;
}

/**
 * Publishes an event with several ticket types. Every new event has one ticket type already, which becomes the
 * first of `types`.
 */
export async function publishTypes(foyer: Foyer, organiser: User, title: string, types: readonly NewType[]) {
  const eventId = await publishEventBy(foyer, organiser, { title, price: 0 });
  const [started, ...added] = types;
  const first = await findFirstType(foyer, eventId);
  await call(foyer, `PATCH /events/${eventId}/ticket-types/${first}`, organiser, { ...started });
  for (const type of added) await call(foyer, `POST /events/${eventId}/ticket-types`, organiser, { ...type });
  return eventId;
}

/** Adds tickets of a type to the choice on the event's page. */
export async function choose(page: Page, type: string, count: number) {
  const more = page.getByRole('button', { name: `More ${type} tickets` });
  const number = page.getByRole('spinbutton', { name: `${type} tickets` });
  const before = Number(await number.inputValue());
  for (let wanted = before + 1; wanted <= before + count; wanted += 1) {
    await more.click();
    await expect(number).toHaveValue(String(wanted));
  }
}

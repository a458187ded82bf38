import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, nobody, openPageFor, type User, verifyAddress } from '../users.ts';
import {
  cancelTicket,
  chooseTickets,
  giveTicket,
  type Matinee,
  openAsFriend,
  openFromMail,
  passDoor,
  payForOrder,
  publishMatinee,
  readOwnCode,
  renameTicket,
  seeAsOrganiser,
} from './order-steps.ts';
import { choose, fillInCard, publishTypes } from './sales.ts';

interface Buyer {
  name: string;
  email: string;
  stored: User['stored'];
}

/** Follows a paid order from its mail to the door. */
async function followOrder(browser: Browser, foyer: Foyer, matinee: Matinee, { name, ...buyer }: Buyer) {
  const order: Page = await openFromMail(browser, foyer, { ...buyer, title: matinee.title });
  await renameTicket(order, name);
  const oldCode = await giveTicket(order, name, matinee);
  await openAsFriend(browser, foyer, matinee);
  await cancelTicket(order, name);
  const organiser = await openPageFor(browser, foyer, matinee.organiser);
  await seeAsOrganiser(organiser, name, matinee);
  await passDoor(organiser, await readOwnCode(order), oldCode, foyer, matinee);
}

test('a guest buys three tickets, keeps one, gives one away and gets the money for one back', async ({
  browser,
  foyer,
}) => {
  const matinee = await publishMatinee(foyer, 'gia');
  const email = `mara.${matinee.organiser.username}@example.org`;
  const page = await openPageFor(browser, foyer, nobody);
  await chooseTickets(page, matinee.eventId);
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByLabel('Email').fill(email);
  await payForOrder(page);
  await followOrder(browser, foyer, matinee, { name: 'Mara Ellis', email, stored: [] });
});

test('a signed-in buyer buys three tickets, keeps one, gives one away and gets the money for one back', async ({
  browser,
  foyer,
}) => {
  const matinee = await publishMatinee(foyer, 'sia');
  const buyer = await createUser(foyer, 'bea');
  await verifyAddress(foyer, buyer);
  const page = await openPageFor(browser, foyer, buyer);
  await chooseTickets(page, matinee.eventId);
  await page.getByLabel('Your name').fill('Bea Ellis');
  await payForOrder(page);
  await followOrder(browser, foyer, matinee, { ...buyer, name: 'Bea Ellis' });
});

test('a signed-in buyer unlocks hidden ticket types with a promo code, gives a free ticket back, and buys another ticket', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'hugo', 'Hidden of');
  const title = `Preview ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Standard', price: 9 },
    { name: 'Friends', price: 0, visibility: 'hidden' },
    { name: 'Patrons', price: 4, visibility: 'hidden' },
  ]);
  await call(foyer, `POST /events/${eventId}/promo-codes`, organiser, { code: 'FRIENDS', kind: 'unlock' });
  const buyer = await createUser(foyer, 'bea');
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto(`/events/${eventId}?code=FRIENDS`);
  await expect(page.getByText('FRIENDS: unlocks tickets for you')).toBeVisible();
  await choose(page, 'Friends', 2);
  await page.getByRole('link', { name: 'Get 2 tickets · Free' }).click();
  await expect(page.getByText(`We send the tickets to ${buyer.email}.`)).toBeVisible();
  await page.getByLabel('Your name').fill('Bea Ellis');
  await page.getByRole('button', { name: 'Get tickets' }).click();
  await expect(page.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel ticket' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(page.getByText('The ticket is cancelled.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Here is your ticket' })).toBeVisible();
  await expectAccessible(page, 'an order with a cancelled ticket');

  await page.goto(`/events/${eventId}?code=FRIENDS`);
  await choose(page, 'Patrons', 1);
  await page.getByRole('link', { name: 'Get 1 ticket · £4.00' }).click();
  await page.getByRole('button', { name: 'Pay £4.00' }).click();
  await fillInCard(page);
  await page.getByRole('button', { name: 'Pay £4.00' }).click();
  await expect(page.getByRole('img', { name: /^QR code of the Patrons ticket/ })).toBeVisible();
});

import type { Browser, Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import type { Foyer } from '../server.ts';
import { createUser, openPageFor, type User, verifyAddress } from '../users.ts';
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
  const page = await openPageFor(browser, foyer, { stored: [] });
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

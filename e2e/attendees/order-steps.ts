import { type Browser, expect, type Page } from '@playwright/test';
import { listMails, readMail, readQrCode } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, openPageFor, type User } from '../users.ts';
import { choose, fillInCard, publishTypes } from './sales.ts';

// A buyer with or without an account buys two adult tickets and one child ticket, keeps one adult ticket, gives the
// other to a friend, and cancels the child ticket.

export interface Matinee {
  organiser: User;
  eventId: number;
  title: string;
  /** The email address of the friend who gets a ticket. */
  friend: string;
}

/** Publishes an event that buyers can cancel, with a promo code that takes 10% off. */
export async function publishMatinee(foyer: Foyer, word: string): Promise<Matinee> {
  const organiser = await createUser(foyer, word, 'Matinees of');
  const title = `Matinee ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Adult', price: 12 },
    { name: 'Child', price: 6 },
  ]);
  await call(foyer, `PATCH /events/${eventId}`, organiser, { refund_days: 7 });
  const promo = { code: 'SPRING', kind: 'percent', percent: 10 };
  await call(foyer, `POST /events/${eventId}/promo-codes`, organiser, promo);
  return { organiser, eventId, title, friend: `ivo.${organiser.username}@example.org` };
}

/** Chooses the tickets with the promo code, and opens the checkout. */
export async function chooseTickets(page: Page, eventId: number) {
  await page.goto(`/events/${eventId}?code=SPRING`);
  await expect(page.getByText('SPRING: 10% off')).toBeVisible();
  await expect(page.getByText(/^You can cancel tickets and get your money back until/)).toBeVisible();
  await choose(page, 'Adult', 2);
  await choose(page, 'Child', 1);
  await page.getByRole('link', { name: 'Get 3 tickets · £27.00' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
}

export async function payForOrder(page: Page) {
  await page.getByRole('button', { name: 'Pay £27.00' }).click();
  await fillInCard(page);
  await page.getByRole('button', { name: 'Pay £27.00' }).click();
  await expect(page.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
}

/** Opens the order in a new browser, with the link from the mail. There must be only one mail about the order. */
export async function openFromMail(
  browser: Browser,
  foyer: Foyer,
  { email, stored, title }: { email: string; stored: User['stored']; title: string },
): Promise<Page> {
  const { text } = await readMail(foyer, { to: email, subject: `Your 3 tickets: ${title}` });
  const aboutOrder = (await listMails(foyer, email)).filter(({ subject }) => subject?.includes(title));
  expect(aboutOrder).toHaveLength(1);
  const link = /\S+\/orders\/\S+/.exec(text ?? '')?.[0] ?? '';
  const page = await openPageFor(browser, foyer, { stored });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await expect(page).toHaveURL(new URL(link).pathname);
  return page;
}

const card = (page: Page, type: string, name: string) =>
  page.getByRole('listitem').filter({ hasText: type }).filter({ hasText: name });

/** Renames the first adult ticket. */
export async function renameTicket(page: Page, buyer: string) {
  await page
    .getByRole('button', { name: `Change name on the Adult ticket of ${buyer}` })
    .first()
    .click();
  await page.getByLabel('Name on the ticket').fill('Nell Marsh');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the Adult ticket of Nell Marsh' })).toBeVisible();
}

/** Gives the other adult ticket to the friend. Returns its old short code. */
export async function giveTicket(page: Page, buyer: string, { friend }: Matinee): Promise<string> {
  const shortCode = await card(page, 'Adult', buyer)
    .getByText(/^\w{5} \w{5}$/)
    .innerText();
  await page.getByRole('button', { name: `Give to somebody else: Adult, ${buyer}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Give This Ticket to Somebody Else' });
  await dialog.getByRole('button', { name: 'Give the ticket' }).click();
  await expect(dialog.getByLabel('Their name')).toBeFocused();
  await dialog.getByLabel('Their name').fill('Ivo Marsh');
  await dialog.getByLabel('Their email').fill(friend);
  await expectAccessible(page, 'the dialog that gives a ticket to somebody else');
  await dialog.getByRole('button', { name: 'Give the ticket' }).click();
  await expect(page.getByText('The ticket belongs to Ivo Marsh now.')).toBeVisible();
  await expect(page.getByText(`Ivo Marsh (${friend}) has had this ticket since`)).toBeVisible();
  return shortCode;
}

/** Cancels the child ticket, and gets its price back. */
export async function cancelTicket(page: Page, buyer: string) {
  await expect(page.getByText(/^You can cancel tickets and get your money back until/)).toBeVisible();
  await page.getByRole('button', { name: `Cancel and refund: Child, ${buyer}` }).click();
  const question = page.getByRole('alertdialog', { name: /^Cancel the Child ticket of / });
  await expect(question).toContainText('£5.40 goes back to the card you paid with.');
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/cancel') && calls.push(request.url()));
  await question.getByRole('button', { name: 'Cancel and refund' }).dblclick();
  await expect(page.getByText('The ticket is cancelled.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Here is your ticket' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('−£5.40');
  expect(calls).toHaveLength(1);
  await expectAccessible(page, 'an order with a ticket that was given away and one that was refunded');
}

/** The friend opens the ticket by the link in the mail, which has the key of the ticket. */
export async function openAsFriend(browser: Browser, foyer: Foyer, { friend, title }: Matinee) {
  const { text } = await readMail(foyer, { to: friend, subject: `Your ticket: ${title}` });
  const link = /\S+\/tickets\/\d+#key=\S+/.exec(text ?? '')?.[0] ?? '';
  const page = await openPageFor(browser, foyer, { stored: [] });
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('heading', { name: 'Open it from your email' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('img', { name: 'QR code of the Adult ticket' })).toBeVisible();
  await expect(page).toHaveURL(new URL(link).pathname);
  await expect(page.getByText('Ivo Marsh')).toBeVisible();
  await expectAccessible(page, 'a ticket that somebody received');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await saving).suggestedFilename()).toBe(`${title}.pdf`);
}

/** The organiser finds the order by the friend's name, and sees what the buyer did. */
export async function seeAsOrganiser(page: Page, buyer: string, { eventId }: Matinee) {
  await page.goto(`/events/${eventId}/orders`);
  await page.getByLabel('Search orders').fill('ivo');
  await expect(page).toHaveURL(/q=ivo/);
  const table = page.getByRole('table', { name: /^Orders of/ });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('2 × Adult, 1 × Child');
  await expect(table).toContainText('£5.40 refunded');
  await expectAccessible(page, 'the list of orders');
  await table.getByRole('link', { name: buyer }).click();
  await expect(page.getByRole('heading', { level: 1, name: buyer })).toBeVisible();
  await expect(card(page, 'Adult', 'Nell Marsh')).toContainText('Valid');
  await expect(card(page, 'Adult', 'Ivo Marsh')).toContainText('Given away');
  await expect(card(page, 'Child', buyer)).toContainText('Refund');
  await expect(page.getByRole('list', { name: 'Refunds' })).toContainText('Ended 1 ticket');
  await expectAccessible(page, 'an order as its organiser sees it');
}

/** The door admits the buyer and the friend, and refuses the code that the friend's ticket had before. */
export async function passDoor(page: Page, ownCode: string, oldCode: string, foyer: Foyer, matinee: Matinee) {
  const mail = await readMail(foyer, { to: matinee.friend, subject: `Your ticket: ${matinee.title}` });
  for (const [address, name] of [
    [`/tickets/verify/${ownCode.replace(' ', '')}`, 'Nell Marsh'],
    [await readQrCode(mail, 'ticket-qr-1.png'), 'Ivo Marsh'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Check in anyway' }).click();
    await expect(page.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
    await expect(page.getByText(name)).toBeVisible();
  }
  await page.goto(`/tickets/verify/${oldCode.replace(' ', '')}`);
  await expect(page.getByRole('heading', { name: 'Refused' })).toBeVisible();
  await expect(page.getByText(/This ticket was given to Ivo Marsh/)).toBeVisible();
}

/** Reads the short code of the ticket that the buyer kept. */
export function readOwnCode(page: Page): Promise<string> {
  return card(page, 'Adult', 'Nell Marsh')
    .getByText(/^\w{5} \w{5}$/)
    .innerText();
}

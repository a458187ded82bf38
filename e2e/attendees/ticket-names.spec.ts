import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail, readQrCode } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { createUser, nobody, openPageFor, type User } from '../users.ts';
import { choose, fillInCard, publishTypes } from './sales.ts';

interface Sale {
  organiser: User;
  eventId: number;
  title: string;
}

/** The organiser publishes an event, and then asks for names in the event form. */
async function askForNames(browser: Browser, foyer: Foyer): Promise<Sale> {
  const organiser = await createUser(foyer, 'nia', 'Names of');
  const title = `Supper ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Adult', price: 12 },
    { name: 'Child', price: 6 },
  ]);
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/edit/${eventId}`);
  await page.getByLabel('Ask for a name on each ticket').check();
  await page.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  return { organiser, eventId, title };
}

const ticket = (page: Page, type: string) => page.getByRole('group', { name: type, exact: true });

/** Chooses two adult tickets and one child ticket on the event's page, and opens the checkout. */
async function openCheckout(page: Page, eventId: number) {
  await page.goto(`/events/${eventId}`);
  await choose(page, 'Adult', 2);
  await choose(page, 'Child', 1);
  await page.getByRole('link', { name: 'Get 3 tickets · £30.00' }).click();
  await expect(page.getByText('The organiser asks for a name on each ticket.')).toBeVisible();
}

test('a guest must name each ticket, and the attendee, the organiser and the door see the names', async ({
  browser,
  foyer,
}) => {
  const sale = await askForNames(browser, foyer);
  const ivo = `ivo.${sale.organiser.username}@example.org`;
  const page = await openPageFor(browser, foyer, nobody);
  await openCheckout(page, sale.eventId);
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByLabel('Email').first().fill(`mara.${sale.organiser.username}@example.org`);
  await ticket(page, 'Adult 2').getByLabel('Name').fill('Ivo Marsh');
  await ticket(page, 'Adult 2').getByLabel('Email').fill(ivo);
  const child = ticket(page, 'Child').getByLabel('Name');
  await page.getByRole('button', { name: 'Pay £30.00' }).click();
  await expect(child).toBeFocused();
  await expect(child).toHaveAccessibleDescription('Enter a name for this ticket');
  await expectAccessible(page, 'a checkout in which a ticket has no name');
  await child.fill('Nell Marsh');
  await page.getByRole('button', { name: 'Pay £30.00' }).click();
  await fillInCard(page);
  await page.getByRole('button', { name: 'Pay £30.00' }).click();
  for (const name of [
    'Adult ticket of Mara Ellis',
    'Adult ticket of Ivo Marsh',
    'Child ticket of Nell Marsh',
  ]) {
    await expect(page.getByRole('img', { name: `QR code of the ${name}` })).toBeVisible();
  }
  await seeNames(browser, foyer, sale, await readTicketMail(foyer, sale, ivo));
});

/** Reads the attendee's mail, and returns the web address in the QR code of the ticket. */
async function readTicketMail(foyer: Foyer, { title }: Sale, email: string): Promise<string> {
  const mail = await readMail(foyer, { to: email, subject: `Your ticket: ${title}` });
  expect(mail.text).toContain('Hello Ivo Marsh,');
  expect(mail.text).toContain('Mara Ellis has ordered a ticket for you.');
  expect(mail.text).not.toContain('Nell Marsh');
  return readQrCode(mail, 'ticket-qr-1.png');
}

/** The organiser finds each name in the list of attendees, and reads the attendee's name at the door. */
async function seeNames(browser: Browser, foyer: Foyer, { organiser, eventId }: Sale, address: string) {
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/${eventId}/attendees`);
  const rows = page.getByRole('table', { name: /^Attendees of/ }).getByRole('row');
  await expect(rows).toHaveCount(4);
  for (const name of ['Mara Ellis', 'Ivo Marsh']) {
    await expect(rows.filter({ hasText: name })).toContainText('Adult, order');
  }
  await expect(rows.filter({ hasText: 'Nell Marsh' })).toContainText('Child, order');
  await page.goto(address);
  await expect(page.getByText('Ivo Marsh')).toBeVisible();
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(page.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
}

test('names and addresses that a guest has typed are still there when the guest chooses another ticket and comes back', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'noa', 'Drafts of');
  const eventId = await publishTypes(foyer, organiser, `Drafts ${organiser.username}`, [
    { name: 'Adult', price: 12 },
    { name: 'Child', price: 6 },
  ]);
  const page = await openPageFor(browser, foyer, nobody, { viewport: { width: 360, height: 780 } });
  await page.goto(`/events/${eventId}`);
  await choose(page, 'Adult', 2);
  await page.getByRole('link', { name: 'Get 2 tickets · £24.00' }).click();
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByLabel('Email').fill('mara@example.org');
  await page.getByRole('button', { name: 'Add names' }).click();
  await ticket(page, 'Adult 2').getByLabel('Name').fill('Ivo Marsh');
  await page.getByRole('link', { name: 'Back to the event' }).click();
  await choose(page, 'Child', 1);
  await page.getByRole('link', { name: 'Get 3 tickets · £30.00' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Mara Ellis');
  await expect(ticket(page, 'Adult 2').getByLabel('Name')).toHaveValue('Ivo Marsh');
  await page.reload();
  await expect(page.getByLabel('Email').first()).toHaveValue('mara@example.org');

  // The order has the names, so the browser forgets what was typed.
  const checkout = page.url();
  await page.getByRole('button', { name: 'Pay £30.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.goto(checkout);
  await page.getByRole('button', { name: 'Order something else instead' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
});

test('a guest who logs in at the checkout keeps the names that they have typed for the tickets', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'nat', 'Logins of');
  const eventId = await publishTypes(foyer, organiser, `Logins ${organiser.username}`, [
    { name: 'Adult', price: 12 },
    { name: 'Child', price: 6 },
  ]);
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(`/events/${eventId}`);
  await choose(page, 'Adult', 2);
  await page.getByRole('link', { name: 'Get 2 tickets · £24.00' }).click();
  await page.getByRole('button', { name: 'Add names' }).click();
  await ticket(page, 'Adult 2').getByLabel('Name').fill('Ivo Marsh');
  await page.getByRole('link', { name: 'Log in instead' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(organiser.username);
  await page.getByLabel('Password').first().fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/^We send the tickets to /)).toBeVisible();
  await expect(ticket(page, 'Adult 2').getByLabel('Name')).toHaveValue('Ivo Marsh');
});

import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import {
  buyTicket,
  call,
  createUser,
  openPageFor,
  publishEventBy,
  register,
  type User,
  verifyAddress,
} from '../users.ts';
import { readMail } from '../outbox.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { addMember, getTeamId } from './team-dashboard.ts';
import { routeOnce } from '../routes.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Finds the number that stands above its name. */
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).getByRole('definition');

/** Reads the cells of a CSV file, as RFC 4180 defines it. */
function readCsv(text: string): string[][] {
  const lines = text.split('\r\n');
  return lines
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}

/**
 * Creates an event that starts soon, a guest without a ticket, a buyer with a ticket, and a buyer who has not
 * paid yet.
 */
async function createSale(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'ada', 'Lists of');
  await verifyAddress(foyer, organiser);
  const title = `Lists: of ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 12.5, startsIn: 60_000 });
  // A spreadsheet would read this username as a number or a formula and change the name. The CSV file must
  // prevent the change.
  const buyer = await createUser(foyer, '-1.5');
  const [guest, slow] = [await createUser(foyer, 'gift'), await createUser(foyer, 'slow')];
  await buyTicket(foyer, buyer, id);
  await register(foyer, slow, id);
  const page = await openPageFor(browser, foyer, organiser);
  return { organiser, title, id, buyer, guest, slow, page };
}

function giveTicket(foyer: Foyer, organiser: User, eventId: number, guest: User) {
  return call(foyer, 'POST /tickets', organiser, { event_id: eventId, user_id: guest.id });
}

async function chooseAction(page: Page, { username }: User, action: string) {
  await page.getByRole('button', { name: `More for ${username}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an organiser gives a ticket to a guest after the event has started, and reads why some people cannot get a ticket', async ({
  browser,
  foyer,
}) => {
  const { organiser, title, id, buyer, guest, slow, page } = await createSale(browser, foyer);
  await verifyAddress(foyer, guest);
  // The guest comes late.
  const start_time = new Date(Date.now() - 60_000).toISOString();
  await call(foyer, `PATCH /events/${id}`, organiser, { start_time });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: `Attendees: ${title}`, exact: true }).click();
  await expect(page).toHaveURL(`/events/${id}/attendees`);
  await expect(figure(page, 'of 1 checked in')).toHaveText('0');
  await expect(figure(page, 'order awaiting payment')).toHaveText('1');

  const give = page.getByRole('button', { name: 'Give a Ticket' });
  await give.click();
  const dialog = page.getByRole('dialog');
  const who = dialog.getByLabel('Username or email');
  await dialog.getByRole('button', { name: 'Give Ticket' }).click();
  await expect(who).toHaveAccessibleDescription(/Username or email is required/);
  for (const [name, refusal] of [
    ['nobody-at-all', 'User not found'],
    [buyer.username, 'This person already has a ticket for this event'],
  ] as const) {
    await who.fill(name);
    await who.press('Enter');
    await expect(who).toHaveAccessibleDescription(new RegExp(refusal));
    await expect(who).toHaveValue(name);
    await expect(who).toBeFocused();
  }
  await expectAccessible(page, 'a ticket that cannot be given');
  await who.fill(guest.email.toUpperCase());
  await who.press('Enter');
  await expect(page.getByText(`${guest.username} has a ticket now. It was sent by email.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(give).toBeFocused();
  await readMail(foyer, { to: guest.email, subject: `Your ticket: ${title}` });
  await expect(row(page, guest.username)).toContainText('Complimentary');
  await expect(row(page, buyer.username)).toContainText('£12.50');
  await expect(row(page, slow.username)).toContainText('Awaiting payment');
});

test('an organiser checks a guest in, undoes the check-in, and sees a check-in by another member', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, guest, page } = await createSale(browser, foyer);
  await giveTicket(foyer, organiser, id, guest);
  await page.goto(`/events/${id}/attendees`);
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(row(page, guest.username)).toContainText('Checked in');
  await expect(page.getByRole('button', { name: `More for ${guest.username}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Undo check-in' }).click();
  await expect(row(page, guest.username)).toContainText('Registered');
  // Another member of the team checks the guest in over the API, before this page knows of the check-in.
  const { tickets } = await call<{ tickets: { id: number; username: string }[] }>(
    foyer,
    `GET /tickets/event/${id}`,
    organiser,
  );
  const ticket = tickets.find(({ username }) => username === guest.username);
  await call(foyer, `POST /tickets/use/${ticket?.id}`, organiser);
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(page.getByText('Ticket has already been used')).toBeVisible();
  await expect(row(page, guest.username)).toContainText('Checked in');
  await expect(page.getByRole('button', { name: `More for ${guest.username}` })).toBeFocused();
  await expect(figure(page, 'of 2 checked in')).toHaveText('1');
  await expectAccessible(page, 'the attendees');
});

test('an organiser searches the attendees and downloads them as CSV', async ({ browser, foyer }) => {
  const { organiser, id, buyer, guest, page } = await createSale(browser, foyer);
  await giveTicket(foyer, organiser, id, guest);
  await page.goto(`/events/${id}/attendees`);
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(row(page, guest.username)).toContainText('Checked in');
  await page.getByLabel('Search attendees').fill('NOT.HERE');
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  await page.getByLabel('Search attendees').fill(buyer.email.slice(0, 9).toUpperCase());
  await expect(page.getByText('Showing 1 to 1 of 1 attendee')).toBeVisible();
  await expect(page).toHaveURL(/attendees\?q=-1\.5/i);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByLabel('Show').selectOption('Checked in (1)');
  await expect(page).toHaveURL(/\?show=in$/);
  await expect(row(page, buyer.username)).toHaveCount(0);
  await page.getByLabel('Show').selectOption('Everybody (3)');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`Attendees of Lists of ${organiser.username}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFName,Email,Status,Paid,Checked in,Registered,Ticket type,')).toBe(true);
  const cells = readCsv(text.slice(1));
  expect(cells).toHaveLength(4);
  expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(cells[1]?.slice(0, 5)).toEqual([
    `'${buyer.username}`,
    `'${buyer.email}`,
    'Registered',
    '£12.50',
    '',
  ]);
  expect(cells[2]?.[4]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
});

test('an organiser refunds and cancels tickets with a reason', async ({ browser, foyer }) => {
  const { organiser, id, buyer, guest, page } = await createSale(browser, foyer);
  await giveTicket(foyer, organiser, id, guest);
  await page.goto(`/events/${id}/attendees?show=all`);
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(row(page, guest.username)).toContainText('Checked in');
  // The focus moves here when the check-in has finished. It would close a menu that was opened before.
  await expect(page.getByRole('button', { name: `More for ${guest.username}` })).toBeFocused();
  const dialog = page.getByRole('dialog');
  await chooseAction(page, buyer, 'Refund ticket');
  await dialog.getByRole('button', { name: 'Refund Ticket' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/);
  await dialog.getByLabel('Reason').fill('Fell ill on the day');
  await routeOnce(page, '**/api/stripe/refund/*', (route) =>
    route.fulfill({ status: 409, body: 'Conflict' }),
  );
  await dialog.getByRole('button', { name: 'Refund Ticket' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to refund the ticket');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Fell ill on the day');
  await expectAccessible(page, 'a refund that failed');
  await dialog.getByRole('button', { name: 'Refund Ticket' }).click();
  await expect(page.getByText(`The refund for ${buyer.username} is under way`)).toBeVisible();
  await expect(row(page, buyer.username)).toContainText('£12.50, refund');
  await expect(page.getByRole('main').getByText('Showing 1 to 3 of 3 attendees')).toBeFocused();

  await page.getByRole('button', { name: `More for ${guest.username}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Cancel ticket' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Undo check-in' }).click();
  await expect(row(page, guest.username)).toContainText('Registered');
  await chooseAction(page, guest, 'Cancel ticket');
  await dialog.getByLabel('Reason').fill('Asked for it');
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  await expect(row(page, guest.username)).toContainText('Cancelled');
});

test('a list of ten thousand attendees can be paged and searched', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'otis', 'Crowds of');
  const id = await publishEventBy(foyer, organiser, { title: `Crowd ${organiser.username}` });
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  const registration = (number: number) => ({
    id: number,
    event_id: id,
    user_id: number,
    status: 'registered',
    registration_time: '2026-11-01T10:00:00.000Z',
    username: `guest${number}`,
    email: `guest${number}@example.org`,
    hold_expires_at: null,
    paid: false,
    ticket: {
      id: number,
      status: 'valid',
      paid: false,
      price: 0,
      used_at: null,
      disputed: false,
      refund_pending: false,
    },
  });
  const registrations = Array.from({ length: 10_000 }, (_, index) => registration(index + 1));
  await page.route(`**/api/events/${id}/registrations`, (route) =>
    route.fulfill({ json: { registrations } }),
  );
  await page.goto(`/events/${id}/attendees?page=200`);
  await expect(page.getByText('Showing 9,951 to 10,000 of 10,000 attendees')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'guest' })).toHaveCount(50);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL(/\?page=199$/);
  await page.getByLabel('Search attendees').fill('guest999');
  await expect(page.getByText('Showing 1 to 11 of 11 attendees')).toBeVisible();
  await expect(page).toHaveURL(/\?q=guest999$/);
  await expectAccessible(page, 'a long list of attendees on a phone');
});

test('only the team can open the list of attendees; “Try Again” loads the list after a failure', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'pia', 'Private lists of');
  const id = await publishEventBy(foyer, organiser, { title: `Private ${organiser.username}` });
  const guest = await createUser(foyer, 'gwen');
  const outsider = await openPageFor(browser, foyer, guest);
  await outsider.goto(`/events/${id}/attendees`);
  await expect(outsider.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible();
  await outsider.getByRole('link', { name: 'View Event' }).click();
  await expect(outsider.getByRole('link', { name: 'Attendees' })).toHaveCount(0);
  await outsider.goto('/events/none/attendees');
  await expect(outsider.getByRole('heading', { level: 1, name: 'Event Not Found' })).toBeVisible();

  const teamId = await getTeamId(foyer, `Private lists of ${organiser.username}`);
  const helper = await createUser(foyer, 'hal');
  await addMember(foyer, organiser, teamId, helper, 'organizer');
  const page = await openPageFor(browser, foyer, helper, { colorScheme: 'dark' });
  await page.goto(`/events/${id}/attendees`);
  await expect(page.getByText('Nobody has registered yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give a Ticket' })).toHaveCount(0);
  await expectAccessible(page, 'an event without attendees');
  await register(foyer, guest, id);
  await routeOnce(page, '**/registrations', (route) => route.fulfill({ status: 403, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert').getByText('Failed to load attendees')).toBeVisible();
  await expectAccessible(page, 'attendees that could not be loaded');
  await page.getByRole('button', { name: 'Try Again' }).click();
  const checkIn = page.getByRole('button', { name: `Check in: ${guest.username}` });
  await expect(checkIn).toBeVisible();
  await expect(page.getByRole('button', { name: `More for ${guest.username}` })).toHaveCount(0);

  await checkIn.click();
  const question = page.getByRole('alertdialog', { name: `Check in ${guest.username}?` });
  await expect(question).toContainText('This ticket is for May 1, 2031, not for today.');
  await expectAccessible(page, 'a check-in on another day');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(checkIn).toBeFocused();
  await expect(row(page, guest.username)).toContainText('Registered');
  await checkIn.click();
  await question.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(row(page, guest.username)).toContainText('Checked in');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Showing 1 to 1 of 1 attendee')).toBeFocused();
});

import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import {
  call,
  createUser,
  nobody,
  openPageFor,
  openPageInNewContext,
  publishEventBy,
  register,
} from '../users.ts';
import { keepResultsOpen } from './door-results.ts';

const phone = { viewport: { width: 360, height: 740 } };
const soon = 60_000;

async function makeDoor(foyer: Foyer) {
  const organiser = await createUser(foyer, 'vol', 'Volunteers of');
  const title = `Gates ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, startsIn: soon });
  const guest = await createUser(foyer, 'gwen');
  await register(foyer, guest, id);
  const { tickets } = await call<{ tickets: { ticket_code: string; short_code: string }[] }>(
    foyer,
    `GET /tickets/user/${guest.id}/event/${id}`,
    organiser,
  );
  return {
    organiser,
    title,
    id,
    guest,
    code: tickets[0]?.short_code ?? '',
    qrCode: tickets[0]?.ticket_code ?? '',
  };
}

/** A volunteer's phone, on which nobody is signed in. Some stories install a clock on it. */
function openPhone(browser: Browser, foyer: Foyer): Promise<Page> {
  return openPageInNewContext(browser, foyer, nobody, phone);
}

test('a volunteer opens the link of a gate, checks a guest in, undoes it, and is out once the link is revoked', async ({
  browser,
  foyer,
}) => {
  const { organiser, title, id, guest, code } = await makeDoor(foyer);
  const desk = await openPageFor(browser, foyer, organiser, phone);
  await desk.goto(`/tickets/verify?event=${id}`);
  await desk.getByRole('button', { name: 'Volunteers' }).click();
  await desk.getByLabel('Name', { exact: true }).fill('Gate A');
  await desk.getByRole('button', { name: 'Make link' }).click();
  await expect(desk.getByRole('img', { name: 'QR code of the link Gate A' })).toBeVisible();
  await expectAccessible(desk, 'a new link for volunteers');
  const link = await desk.getByLabel('Link', { exact: true }).inputValue();

  const page = await openPhone(browser, foyer);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.clock.install();
  await keepResultsOpen(page);
  await page.goto(link);
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText('Gate A ·')).toBeVisible();
  await expect(page).toHaveURL(`/door/${id}`);
  // No link leads away from the door.
  await expect(page.getByRole('link').filter({ hasNotText: 'Skip to content' })).toHaveCount(0);
  await expect(page.getByText(/: 1 ticket, read /)).toBeVisible();
  const countLists = () => asked.filter((request) => request.includes('/door/guests')).length;
  const lists = countLists();
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
  const verdict = page.getByRole('dialog');
  await expect(verdict.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  await expect(verdict).toContainText(guest.username);
  await expectAccessible(page, 'a volunteer’s door that admits a ticket');
  await verdict.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict).toBeHidden();
  expect(countLists()).toBe(lists);

  await page.reload();
  await page.getByLabel('Find a guest by name').fill(guest.username.slice(0, 5).toUpperCase());
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(verdict.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByText('1 of 1 in', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Found guests' }).getByText(/^In, /)).toBeVisible();
  await expectAccessible(page, 'a volunteer’s door');
  const secret = link.split('-').at(-1) ?? '';
  expect(asked.filter((request) => request.includes(secret))).toEqual([]);

  await desk.getByRole('button', { name: 'Revoke: Gate A' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(desk.getByText(/ · Revoked /)).toBeVisible();
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
  const ended = page.getByRole('heading', { name: 'This link does not work' });
  await expect(ended).toBeVisible();
  asked.length = 0;
  await page.clock.runFor(25_000);
  expect(asked.filter((request) => request.includes('/door'))).toEqual([]);
  await expect(ended).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open the link again' })).toBeVisible();
});

test('a volunteer gets a lost answer by trying again, and no green for the same code later', async ({
  browser,
  foyer,
}) => {
  const { organiser, title, id, code } = await makeDoor(foyer);
  const { key } = await call<{ key: string }>(foyer, `POST /events/${id}/door-links`, organiser, {
    name: 'Gate A',
  });
  const page = await openPhone(browser, foyer);
  // The browser logs each lost answer as an error.
  page.removeAllListeners('console');
  await keepResultsOpen(page);
  await page.goto(`/door/${id}#key=${key}`);
  await expect(page.getByText(title)).toBeVisible();
  let loses = true;
  await page.route('**/door/scans', async (route) => {
    if (!loses) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const verdict = page.getByRole('dialog');
  const enterCode = async () => {
    await page.getByLabel('Ticket code').fill(code);
    await page.getByLabel('Ticket code').press('Enter');
  };
  await enterCode();
  await expect(verdict.getByRole('heading', { name: 'No answer' })).toBeVisible();
  loses = false;
  await verdict.getByRole('button', { name: 'Try Again' }).click();
  await expect(verdict.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  await verdict.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict).toBeHidden();

  loses = true;
  await enterCode();
  await expect(verdict.getByRole('heading', { name: 'No answer' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  loses = false;
  await enterCode();
  await expect(verdict.getByRole('heading', { name: 'Wait' })).toBeVisible();
  await expect(verdict).toContainText('Already checked in, perhaps by your last attempt');
});

test('a volunteer whose scan got no answer finds the guest by name, and is told that the guest may be in', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, guest, qrCode } = await makeDoor(foyer);
  const { key } = await call<{ key: string }>(foyer, `POST /events/${id}/door-links`, organiser, {
    name: 'Gate A',
  });
  const page = await openPhone(browser, foyer);
  // The browser logs the lost answer as an error.
  page.removeAllListeners('console');
  await page.goto(`/door/${id}#key=${key}`);
  await expect(page.getByText(/: 1 ticket, read /)).toBeVisible();
  await page.route('**/door/scans', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { status: 'error', code: 'internal_error', msg: 'Lost' } });
  });
  await page.getByLabel('Ticket code').fill(qrCode);
  await page.getByLabel('Ticket code').press('Enter');
  const verdict = page.getByRole('dialog');
  await expect(verdict.getByRole('heading', { name: 'No answer' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await page.unroute('**/door/scans');
  await page.getByLabel('Find a guest by name').fill(guest.username);
  await page.getByRole('button', { name: `Check in: ${guest.username}` }).click();
  await expect(verdict).toContainText('Already checked in, perhaps by your last attempt');
});

test('a link for volunteers does not open the door on another day', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'vic', 'Later of');
  const id = await publishEventBy(foyer, organiser, {
    title: `Later ${organiser.username}`,
    startsIn: 5 * 24 * 3600_000,
  });
  const { key } = await call<{ key: string }>(foyer, `POST /events/${id}/door-links`, organiser, {
    name: 'Gate B',
  });
  const page = await openPhone(browser, foyer);
  await page.goto(`/door/${id}#key=${key}`);
  await expect(page.getByRole('heading', { name: 'The door is not open yet' })).toBeVisible();
  await expect(page.getByText(`opens the door of “Later ${organiser.username}” from`)).toBeVisible();
  await expectAccessible(page, 'a closed door');
});

/** Notes in the page what it plays: patterns of vibration, and the pitch of each tone. */
const noteSignals = `
  window.notes = [];
  navigator.vibrate = (pattern) => window.notes.push(pattern) > 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    window.notes.push(this.frequency.value);
    start.call(this, when);
  };`;

test('a door makes no sound and does not vibrate until it is switched on, and then remembers that', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, code } = await makeDoor(foyer);
  const { key } = await call<{ key: string }>(foyer, `POST /events/${id}/door-links`, organiser, {
    name: 'Gate A',
  });
  const page = await openPhone(browser, foyer);
  await page.addInitScript({ content: noteSignals });
  await keepResultsOpen(page);
  await page.goto(`/door/${id}#key=${key}`);
  const signals = page.getByRole('switch', { name: 'Sound and vibration' });
  await expect(signals).not.toBeChecked();
  const verdict = page.getByRole('dialog');
  const readNotes = () => page.evaluate<unknown[]>('window.notes.splice(0)');
  const enterCode = async (word: string) => {
    await page.getByLabel('Ticket code').fill(code);
    await page.getByLabel('Ticket code').press('Enter');
    await expect(verdict.getByRole('heading', { name: word, exact: true })).toBeVisible();
  };
  await enterCode('In');
  await verdict.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict).toBeHidden();
  expect(await readNotes()).toEqual([]);
  await signals.click();
  await expect(signals).toBeChecked();
  expect(await readNotes()).toEqual([60, 880]);
  await page.reload();
  await expect(signals).toBeChecked();
  await enterCode('In');
  expect(await readNotes()).toEqual([60, 880]);
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await enterCode('Already used');
  expect(await readNotes()).toEqual([[120, 80, 120, 80, 120], 220, 220, 220]);
});

test('where the browser forbids copying, a new link for volunteers stays to be copied by hand', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'vin', 'Hands of');
  const id = await publishEventBy(foyer, organiser, { title: `Hands ${organiser.username}`, startsIn: soon });
  const page = await openPageFor(browser, foyer, organiser, phone);
  await page.goto(`/tickets/verify?event=${id}`);
  await page.getByRole('button', { name: 'Volunteers' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Gate A');
  await page.getByRole('button', { name: 'Make link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toCopy = page.getByRole('dialog', { name: 'Copy this link' });
  await expect(toCopy.getByLabel('Link', { exact: true })).toHaveValue(link);
  await toCopy.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link Gate A' })).toBeVisible();
});

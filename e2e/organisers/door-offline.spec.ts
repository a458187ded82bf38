import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, openPageInNewContext, publishEventBy, register, type User } from '../users.ts';
import { keepResultsOpen } from './door-results.ts';

const phone = { viewport: { width: 360, height: 740 } };

/** Creates an event that starts soon, with a guest and a link for volunteers. */
async function makeDoor(foyer: Foyer) {
  const organiser = await createUser(foyer, 'off', 'Cellars of');
  const id = await publishEventBy(foyer, organiser, {
    title: `Cellar ${organiser.username}`,
    startsIn: 60_000,
  });
  return { organiser, id, ...(await makeLink(foyer, organiser, id)) };
}

async function makeLink(foyer: Foyer, organiser: User, eventId: number) {
  const { key, link } = await call<{ key: string; link: { id: number } }>(
    foyer,
    `POST /events/${eventId}/door-links`,
    organiser,
    { name: 'Gate A' },
  );
  return { link: `/door/${eventId}#key=${key}`, linkId: link.id };
}

async function addGuest(foyer: Foyer, organiser: User, eventId: number, word: string) {
  const guest = await createUser(foyer, word);
  await register(foyer, guest, eventId);
  const { tickets } = await call<{ tickets: { id: number; ticket_code: string }[] }>(
    foyer,
    `GET /tickets/user/${guest.id}/event/${eventId}`,
    organiser,
  );
  return { name: guest.username, code: tickets[0]?.ticket_code ?? '', ticketId: tickets[0]?.id ?? 0 };
}

/** Opens a door, and waits until it would open without a network. */
async function openDoor(browser: Browser, foyer: Foyer, path: string, stored: User['stored'] = []) {
  const page = await openPageInNewContext(browser, foyer, { stored }, phone);
  // The browser logs each call that fails without a network as an error.
  page.removeAllListeners('console');
  await keepResultsOpen(page);
  await page.goto(path);
  await expect(page.getByText(/^Ready for a lost connection: /)).toBeVisible();
  const { pathname, search } = new URL(page.url());
  const isKept = `caches.match(${JSON.stringify(pathname + search)}, { cacheName: 'foyer-door' }).then((kept) => kept !== undefined)`;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  return page;
}

const verdict = (page: Page, word: string) =>
  page.getByRole('dialog').getByRole('heading', { name: word, exact: true });

async function close(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Next ticket' }).click();
}

test('a volunteer without a network checks guests in, closes the page, and sends the scans later; a double entry is shown', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, link } = await makeDoor(foyer);
  const ada = await addGuest(foyer, organiser, id, 'ada');
  const bea = await addGuest(foyer, organiser, id, 'bea');
  const page = await openDoor(browser, foyer, link);
  const context = page.context();
  await context.setOffline(true);
  // The key presses of a scanner: the page finds the code by its hash.
  await page.keyboard.type(ada.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'In')).toBeVisible();
  await expect(page.getByRole('alert').getByText(/this device keeps the check-in/)).toBeVisible();
  await expectAccessible(page, 'a check-in without a network');
  await close(page);
  await page.keyboard.type(ada.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Already used')).toBeVisible();
  await close(page);
  await page.close();

  const again = await context.newPage();
  await keepResultsOpen(again);
  await again.goto(`/door/${id}`);
  await expect(again.getByText('1 waiting to be sent')).toBeVisible();
  await again.getByLabel('Find a guest by name').fill(bea.name);
  await again.getByRole('button', { name: `Check in: ${bea.name}` }).click();
  await expect(verdict(again, 'In')).toBeVisible();
  await close(again);
  await expect(again.getByText('2 waiting to be sent')).toBeVisible();
  await expect(again.getByText('2 of 2 in', { exact: true })).toBeVisible();
  await expectAccessible(again, 'a door without a network');

  await call(foyer, `POST /tickets/use/${bea.ticketId}`, organiser);
  await context.setOffline(false);
  await expect(again.getByText('0 waiting to be sent')).toBeVisible();
  const problems = again.getByRole('region', { name: 'Look at these again' });
  await expect(problems).toContainText(bea.name);
  await expect(problems).toContainText('Admitted twice');
  await expectAccessible(again, 'a door with a double entry');
  await problems.getByRole('button', { name: `Done: ${bea.name}` }).click();
  await expect(problems).toBeHidden();
  await expect(again.getByText('2 of 2 in', { exact: true })).toBeVisible();
});

test('a ticket whose check-in waits to be sent is not admitted again when the network is back', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, link } = await makeDoor(foyer);
  const dora = await addGuest(foyer, organiser, id, 'dora');
  const page = await openDoor(browser, foyer, link);
  await page.context().setOffline(true);
  await page.keyboard.type(dora.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'In')).toBeVisible();
  await close(page);
  await page.route('**/door/scans', (route) =>
    route.request().postData()?.includes('scanned_at') ? route.abort() : route.continue(),
  );
  await page.context().setOffline(false);
  await page.keyboard.type(dora.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Already used')).toBeVisible();
});

test('a volunteer whose link was revoked learns that check-ins wait, and sends them with a new link', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, link, linkId } = await makeDoor(foyer);
  const eva = await addGuest(foyer, organiser, id, 'eva');
  const gone = await addGuest(foyer, organiser, id, 'gone');
  await call(foyer, `PATCH /tickets/${gone.ticketId}`, organiser, { status: 'cancelled' });
  const page = await openDoor(browser, foyer, link);
  const context = page.context();
  await expect(page.getByText(/: 1 ticket, read /)).toBeVisible();
  await page.getByLabel('Find a guest by name').fill(gone.name);
  await expect(page.getByRole('list', { name: 'Found guests' })).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: `Check in: ${gone.name}` })).toHaveCount(0);
  await expectAccessible(page, 'a cancelled ticket in the search of a door');
  await context.setOffline(true);
  await page.keyboard.press('Tab');
  await page.keyboard.type(gone.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Ticket has been cancelled');
  await close(page);
  await page.keyboard.type(eva.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'In')).toBeVisible();
  await close(page);
  await call(foyer, `DELETE /events/${id}/door-links/${linkId}`, organiser);
  await context.setOffline(false);
  await expect(page.getByText('This link does not work')).toBeVisible();
  const note = page.getByText('1 check-in on this device waits to be sent');
  await expect(note).toBeVisible();
  await expectAccessible(page, 'a revoked link with a check-in that waits');
  await page.reload();
  await expect(note).toBeVisible();
  await page.goto((await makeLink(foyer, organiser, id)).link);
  await expect(page.getByText('0 waiting to be sent')).toBeVisible();
  await expect(page.getByText('1 of 1 in', { exact: true })).toBeVisible();
});

test('the door of an organiser works without a network, and the log-out deletes its list of guests', async ({
  browser,
  foyer,
}) => {
  const { organiser, id } = await makeDoor(foyer);
  const guest = await addGuest(foyer, organiser, id, 'cleo');
  const page = await openDoor(browser, foyer, `/tickets/verify?event=${id}`, organiser.stored);
  const context = page.context();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Ready for a lost connection: /)).toBeVisible();
  await page.keyboard.type(guest.code);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'In')).toBeVisible();
  await close(page);
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('0 waiting to be sent')).toBeVisible();
  await expect(page.getByText('1 of 1 in', { exact: true })).toBeVisible();
  const listNames = `indexedDB.databases().then((all) => all.map(({ name }) => name))`;
  const name = `foyer-door-${organiser.id}`;
  expect(await page.evaluate(listNames)).toContain(name);
  await page.evaluate(
    "for (const key of ['token', 'refreshToken', 'userData']) localStorage.removeItem(key)",
  );
  await page.goto('/');
  await expect.poll(() => page.evaluate(listNames)).not.toContain(name);
});

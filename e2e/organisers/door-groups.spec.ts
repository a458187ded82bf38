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
  verifyAddress,
} from '../users.ts';
import { keepResultsOpen } from './door-results.ts';

interface Placed {
  order: { number: string; tickets: { id: number; short_code: string }[] };
}

/** Places an order at an event that begins now, with a ticket for each name. The last one is for a child. */
async function orderForGroup(foyer: Foyer, names: readonly string[]) {
  const organiser = await createUser(foyer, 'gro', 'Groups of');
  const eventId = await publishEventBy(foyer, organiser, {
    title: `Groups ${organiser.username}`,
    startsIn: 60_000,
  });
  await call(foyer, `POST /events/${eventId}/ticket-types`, organiser, { name: 'Child', price: 0 });
  const { ticket_types: types } = await call<{ ticket_types: { id: number; name: string }[] }>(
    foyer,
    `GET /events/${eventId}/ticket-types`,
    null,
  );
  const [child, adult] = [true, false].map(
    (isChild) => types.find(({ name }) => (name === 'Child') === isChild)?.id,
  );
  const attendees = names.map((name) => ({ name }));
  const items = [
    { ticket_type_id: adult, quantity: names.length - 1, attendees: attendees.slice(0, -1) },
    { ticket_type_id: child, quantity: 1, attendees: attendees.slice(-1) },
  ];
  const headers = { 'idempotency-key': `group-of-${organiser.username}` };
  const buyer = await createUser(foyer, 'gus');
  const { order } = await call<Placed>(foyer, 'POST /orders', buyer, { event_id: eventId, items }, headers);
  return { organiser, buyer, eventId, order };
}

const three = ['Mara Ellis', 'Ivo Marsh', 'Nell Marsh'] as const;

test('an organiser types the printed code of one ticket and admits the whole group of three', async ({
  browser,
  foyer,
}) => {
  const { organiser, eventId, order } = await orderForGroup(foyer, three);
  const code = order.tickets[0]?.short_code ?? '';
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  await keepResultsOpen(page);
  await page.goto(`/tickets/verify?event=${eventId}`);
  await page.getByLabel('Ticket code').fill(`${code.slice(0, 5).toLowerCase()} ${code.slice(5)}`);
  await page.getByLabel('Ticket code').press('Enter');
  const verdict = page.getByRole('dialog');
  await expect(verdict).toContainText('Mara Ellis');
  await expect(verdict).toContainText(`General admission · Order ${order.number}`);
  await expect(verdict.getByRole('button', { name: 'Check in the other 2' })).toBeVisible();
  await expectAccessible(page, 'the question about a group at the door');
  await verdict.getByRole('button', { name: 'Check in the other 2' }).click();
  await expect(verdict).toContainText('Ivo Marsh, Nell Marsh');
  await expect(verdict).toContainText(`1 General admission, 1 Child · Order ${order.number}`);
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(verdict).toBeHidden();
  const log = page.getByRole('region', { name: 'At this door' });
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('3 of 3 in')).toBeVisible();
  await expectAccessible(page, 'a door that has admitted a group');
});

test('a ticket of a group that was given away meanwhile is refused first, and the others are in', async ({
  browser,
  foyer,
}) => {
  const { organiser, buyer, eventId, order } = await orderForGroup(foyer, three);
  await verifyAddress(foyer, buyer);
  const page = await openPageFor(browser, foyer, organiser);
  await keepResultsOpen(page);
  await page.goto(`/tickets/verify?event=${eventId}`);
  await page.getByLabel('Ticket code').fill(order.tickets[0]?.short_code ?? '');
  await page.getByLabel('Ticket code').press('Enter');
  const verdict = page.getByRole('dialog');
  const rest = verdict.getByRole('button', { name: 'Check in the other 2' });
  await expect(rest).toBeVisible();
  const given = order.tickets[1]?.id ?? 0;
  const holder = { name: 'Ada Quill', email: `ada-${eventId}@example.org` };
  await call(foyer, `POST /tickets/${given}/transfer`, buyer, holder, {
    'idempotency-key': `give-the-ticket-${given}`,
  });
  await rest.click();
  await expect(verdict).not.toContainText('Nell Marsh');
  await expect(verdict.getByRole('button', { name: /^Undo/ })).toBeHidden();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByText('2 of 3 in')).toBeVisible();
});

test('an organiser undoes the check-in of a whole group at once', async ({ browser, foyer }) => {
  const { organiser, eventId, order } = await orderForGroup(foyer, three);
  const page = await openPageFor(browser, foyer, organiser);
  await keepResultsOpen(page);
  await page.goto(`/tickets/verify?event=${eventId}`);
  await page.getByLabel('Ticket code').fill(order.tickets[0]?.short_code ?? '');
  await page.getByLabel('Ticket code').press('Enter');
  const verdict = page.getByRole('dialog');
  await verdict.getByRole('button', { name: 'Check in the other 2' }).click();
  await verdict.getByRole('button', { name: 'Undo all 2' }).click();
  await expect(page.getByText('Check-in of 2 tickets undone')).toBeVisible();
  await expect(verdict).toBeHidden();
  await expect(page.getByText('1 of 3 in')).toBeVisible();
  const log = page.getByRole('region', { name: 'At this door' });
  await expect(log.getByRole('listitem').filter({ hasText: 'Undone' })).toHaveCount(2);
});

test('an organiser undoes the check-in of a group on the page of a ticket', async ({ browser, foyer }) => {
  const { organiser, order } = await orderForGroup(foyer, three);
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/tickets/verify/${order.tickets[0]?.short_code}`);
  await page.getByRole('button', { name: 'Check in all 3 tickets' }).click();
  await page.getByRole('button', { name: 'Undo all 3' }).click();
  await expect(page.getByText('Check-in of 3 tickets undone')).toBeVisible();
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Check-in of Mara Ellis undone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check in all 3 tickets' })).toBeVisible();
});

const four = ['Mara Ellis', 'Ivo Marsh', 'Tess Marsh', 'Nell Marsh'] as const;

/** Opens the door of a group of four on a volunteer's phone. */
async function openDoorOfFour(
  browser: Browser,
  foyer: Foyer,
  openPage: typeof openPageFor | typeof openPageInNewContext = openPageFor,
) {
  const { organiser, eventId, order } = await orderForGroup(foyer, four);
  const { key } = await call<{ key: string }>(foyer, `POST /events/${eventId}/door-links`, organiser, {
    name: 'Gate A',
  });
  const page = await openPage(browser, foyer, nobody, { viewport: { width: 360, height: 740 } });
  await keepResultsOpen(page);
  await page.goto(`/door/${eventId}#key=${key}`);
  await expect(page.getByText(/: 4 tickets, read /)).toBeVisible();
  return {
    page,
    verdict: page.getByRole('dialog'),
    order,
    codes: order.tickets.map((one) => one.short_code),
  };
}

async function enterCode(page: Page, code = '') {
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
}

test('a volunteer finds an order of four by its number, checks in all four at once, and undoes that', async ({
  browser,
  foyer,
}) => {
  const { page, verdict, order } = await openDoorOfFour(browser, foyer);
  await page.getByLabel('Find a guest by name').fill(order.number);
  await expect(page.getByRole('list', { name: 'Found guests' }).getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page, 'a search at the door that has found an order of four');
  await page.getByRole('button', { name: 'Check in all 4' }).click();
  await expect(verdict.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  await expect(verdict).toContainText('4 tickets');
  for (const name of four) await expect(verdict).toContainText(name);
  await expectAccessible(page, 'the verdict about an order of four');
  await verdict.getByRole('button', { name: 'Undo all 4' }).click();
  await expect(page.getByText('Check-in of 4 tickets undone')).toBeVisible();
  await expect(page.getByText('0 of 4 in', { exact: true })).toBeVisible();
});

test('a volunteer checks in one ticket of four, then another one, and then the rest', async ({
  browser,
  foyer,
}) => {
  const { page, verdict, codes, order } = await openDoorOfFour(browser, foyer);
  await enterCode(page, codes[0]);
  await expect(verdict.getByRole('button', { name: 'Check in the other 3' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByText('1 of 4 in', { exact: true })).toBeVisible();
  await enterCode(page, codes[1]);
  await verdict.getByRole('button', { name: 'Check in the other 2' }).click();
  await expect(verdict).toContainText('2 tickets');
  await expect(verdict).toContainText(`1 General admission, 1 Child · Order ${order.number}`);
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByText('4 of 4 in', { exact: true })).toBeVisible();
});

test('a volunteer checks in a group again whose answer was lost, and is told that it may be in', async ({
  browser,
  foyer,
}) => {
  const { page, verdict, order, codes } = await openDoorOfFour(browser, foyer);
  // The browser logs the lost answer as an error.
  page.removeAllListeners('console');
  await page.route('**/door/scans', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { status: 'error', code: 'internal_error', msg: 'Lost' } });
  });
  await page.getByLabel('Find a guest by name').fill(order.number);
  await page.getByRole('button', { name: 'Check in all 4' }).click();
  await expect(verdict.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await page.unroute('**/door/scans');
  await page.getByRole('button', { name: 'Check in all 4' }).click();
  await expect(verdict).toContainText('Already checked in, perhaps by your last attempt');
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await enterCode(page, codes[0]);
  await expect(verdict).toContainText('Ticket has already been used');
});

test('a volunteer checks in a group without a network, and the check-ins are sent later', async ({
  browser,
  foyer,
}) => {
  const { page, verdict, order } = await openDoorOfFour(browser, foyer, openPageInNewContext);
  // The browser logs each call that finds no network as an error.
  page.removeAllListeners('console');
  await page.context().setOffline(true);
  await page.getByLabel('Find a guest by name').fill(order.number);
  await page.getByRole('button', { name: 'Check in all 4' }).click();
  await expect(verdict).toContainText('No network: this device keeps the check-in and sends it later.');
  await expect(verdict).toContainText('4 tickets');
  await verdict.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByText(/ 4 waiting to be sent$/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/ 0 waiting to be sent$/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('4 of 4 in', { exact: true })).toBeVisible();
});

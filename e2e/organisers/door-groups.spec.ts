import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, openPageFor, publishEventBy } from '../users.ts';

interface Placed {
  order: { number: string; tickets: { short_code: string }[] };
}

/** Places an order of three tickets, one of them for a child. */
async function orderForThree(foyer: Foyer) {
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
  const items = [
    { ticket_type_id: adult, quantity: 2, attendees: [{ name: 'Mara Ellis' }, { name: 'Ivo Marsh' }] },
    { ticket_type_id: child, quantity: 1, attendees: [{ name: 'Nell Marsh' }] },
  ];
  const headers = { 'idempotency-key': `group-of-${organiser.username}` };
  const buyer = await createUser(foyer, 'gus');
  const { order } = await call<Placed>(foyer, 'POST /orders', buyer, { event_id: eventId, items }, headers);
  return { organiser, eventId, order };
}

test('an organiser types the printed code of one ticket and admits the whole group of three', async ({
  browser,
  foyer,
}) => {
  const { organiser, eventId, order } = await orderForThree(foyer);
  const code = order.tickets[0]?.short_code ?? '';
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
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

test('an organiser undoes the check-in of a whole group at once', async ({ browser, foyer }) => {
  const { organiser, eventId, order } = await orderForThree(foyer);
  const page = await openPageFor(browser, foyer, organiser);
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
  const { organiser, order } = await orderForThree(foyer);
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

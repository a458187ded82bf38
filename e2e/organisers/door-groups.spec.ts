import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { call, createUser, openPageFor, publishEventBy } from '../users.ts';

interface Placed {
  order: { number: string; tickets: { short_code: string }[] };
}

test('an organiser types the printed code of one ticket and admits the whole group of three', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'gro', 'Groups of');
  const eventId = await publishEventBy(foyer, organiser, {
    title: `Groups ${organiser.username}`,
    startsIn: 60_000,
  });
  const { ticket_types: types } = await call<{ ticket_types: { id: number }[] }>(
    foyer,
    `GET /events/${eventId}/ticket-types`,
    null,
  );
  const attendees = ['Mara Ellis', 'Ivo Marsh', 'Nell Marsh'].map((name) => ({ name }));
  const wanted = { event_id: eventId, items: [{ ticket_type_id: types[0]?.id, quantity: 3, attendees }] };
  const headers = { 'idempotency-key': `group-of-${organiser.username}` };
  const buyer = await createUser(foyer, 'gus');
  const { order } = await call<Placed>(foyer, 'POST /orders', buyer, wanted, headers);
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
  await expect(verdict).toBeHidden();
  const log = page.getByRole('region', { name: 'At this door' });
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('3 of 3 in')).toBeVisible();
  await expectAccessible(page, 'a door that has admitted a group');
});

import { recordAudits } from '@foyer/server/db/audit.ts';
import type { Tx } from '@foyer/server/db/connect.ts';
import { createSecretToken, hashToken } from '@foyer/server/http/secret-tokens.ts';
import { sql } from 'kysely';
import type { InsertedEvent } from './events.ts';
import { getId, type Ids } from './ids.ts';

const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** Makes the links for volunteers. Nobody knows their keys, so a team that wants to try one makes another. */
export async function insertDoorLinks(tx: Tx, inserted: InsertedEvent, users: Ids): Promise<void> {
  const { id: eventId, event, startsAt } = inserted;
  for (const name of event.doorLinks ?? []) {
    const createdBy = getId(users, event.createdBy);
    const at = new Date(startsAt.getTime() - 3 * dayMs);
    const link = await tx
      .insertInto('door_links')
      .values({
        event_id: eventId,
        name,
        key_hash: hashToken(createSecretToken()),
        created_by: createdBy,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = { by: { id: createdBy }, action: 'door_link.created', objectId: link.id, eventId } as const;
    await recordAudits(tx, at, [{ ...made, details: { name } }]);
    if (event.doorkeeper !== undefined) await useLink(tx, inserted, { id: link.id, name });
  }
}

/** Checks in every fifth ticket of a past event through a link. The audit log names the link. */
async function useLink(
  tx: Tx,
  { id: eventId, startsAt }: InsertedEvent,
  link: { id: number; name: string },
): Promise<void> {
  const checkedIn = await tx
    .updateTable('tickets')
    .set({
      status: 'used',
      used_link: link.id,
      used_at: sql<Date>`${startsAt}::timestamptz + tickets.id % 50 * interval '1 minute'`,
    })
    .where('event_id', '=', eventId)
    .where('status', '=', 'valid')
    .where(sql<boolean>`id % 5 = 0`)
    .returning('id')
    .execute();
  const lastUsed = new Date(startsAt.getTime() + 50 * minute);
  await tx.updateTable('door_links').set({ last_used_at: lastUsed }).where('id', '=', link.id).execute();
  const entry = { by: { linkName: link.name }, action: 'ticket.checked_in', eventId } as const;
  await recordAudits(
    tx,
    lastUsed,
    checkedIn.map(({ id }) => ({ ...entry, objectId: id })),
  );
}

/** Checks in the tickets of a past event, except every seventh ticket, to show attendees who did not come. */
export async function checkInAttendees(
  tx: Tx,
  { id, event: { doorkeeper }, startsAt }: InsertedEvent,
  users: Ids,
): Promise<void> {
  if (doorkeeper === undefined) return;
  await sql`
    update tickets set status = 'used', used_by = ${getId(users, doorkeeper)},
      used_at = ${startsAt}::timestamptz + tickets.id % 25 * interval '1 minute' + tickets.id % 59 * interval '1 second'
    from orders
    where orders.id = tickets.order_id and tickets.event_id = ${id} and tickets.status = 'valid'
      and (tickets.id % 7 > 0 or orders.is_single)`.execute(tx);
}

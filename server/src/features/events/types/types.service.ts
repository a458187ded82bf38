import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { ApiError } from '../../../http/errors.ts';

/** Creates the only ticket type of an event that is created with a single price. */
export async function createFirstType(tx: Tx, eventId: number, pricePence: number): Promise<void> {
  await tx
    .insertInto('ticket_types')
    .values({ event_id: eventId, name: 'General admission', price_pence: pricePence })
    .execute();
}

/** Throws `price_per_ticket_type` if the event has several ticket types. */
export async function changeOnlyPrice(tx: Tx, eventId: number, pricePence: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_types')
    .set({ price_pence: pricePence })
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null)
    .where(
      (select) =>
        select
          .selectFrom('ticket_types as other')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('other.event_id', '=', eventId)
          .where('other.archived_at', 'is', null),
      '=',
      1,
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('price_per_ticket_type');
  await refreshPrice(tx, eventId);
}

/**
 * Sets the price that lists of events show and sort by: the lowest price of the event's public ticket types. Call
 * this function after each change of an event's ticket types.
 */
export async function refreshPrice(tx: Tx, eventId: number): Promise<void> {
  await sql`
    update events set price_pence = lowest.price_pence
    from (
      select min(price_pence) as price_pence from ticket_types
      where event_id = ${eventId} and archived_at is null and visibility = 'public'
    ) lowest
    where id = ${eventId} and events.price_pence is distinct from lowest.price_pence`.execute(tx);
}

/**
 * Locks the ticket types of an event by id, as sales do, so that only one change at a time is checked and written. The
 * key-share lock on the event makes this wait for a deletion of the event, but not for sales.
 */
export async function lockTypes(tx: Tx, eventId: number): Promise<void> {
  await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute();
  await tx
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

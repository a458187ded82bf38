import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { ApiError } from '../../../http/errors.ts';

/** Creates the ticket type of an event that is created with one price. */
export async function createFirstType(tx: Tx, eventId: number, pricePence: number): Promise<void> {
  await tx
    .insertInto('ticket_types')
    .values({ event_id: eventId, name: 'General admission', price_pence: pricePence })
    .execute();
}

/** Changes the price of the event's only ticket type. Throws `price_per_ticket_type` if it has several. */
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
 * Sets the price that lists show and sort by: the lowest price of the public ticket types. Call it after each change of
 * an event's ticket types.
 */
async function refreshPrice(tx: Tx, eventId: number): Promise<void> {
  await sql`
    update events set price_pence = (
      select min(price_pence) from ticket_types
      where event_id = events.id and archived_at is null and visibility = 'public'
    )
    where id = ${eventId}`.execute(tx);
}

import type { Db, Tx } from '../../../db/connect.ts';

const typeColumns = [
  'id',
  'name',
  'price_pence',
  'quantity',
  'sold',
  'sales_start',
  'sales_end',
  'min_per_order',
  'visibility',
  'paused',
] as const;

export const maxTypes = 50;

/** Lists the ticket types that an event sells, in the organiser's order. Archived ticket types are left out. */
export function listTypes(db: Db | Tx, eventId: number) {
  return db
    .selectFrom('ticket_types')
    .select(typeColumns)
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .limit(maxTypes)
    .execute();
}

export type TypeRow = Awaited<ReturnType<typeof listTypes>>[number];

export function listOffers(db: Db | Tx, eventId: number, options: { withHidden: boolean }) {
  let query = db
    .selectFrom('ticket_types')
    .select([...typeColumns, 'description', 'max_per_order', 'max_per_buyer', 'position'])
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null);
  if (!options.withHidden) query = query.where('visibility', '=', 'public');
  return query.orderBy('position').orderBy('id').limit(maxTypes).execute();
}

export type Offer = Awaited<ReturnType<typeof listOffers>>[number];

export async function countHeld(db: Db | Tx, eventId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('tickets')
    .select((select) => ['ticket_type_id', select.fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
    .where('status', '=', 'held')
    .groupBy('ticket_type_id')
    .execute();
  return new Map(rows.map((row) => [row.ticket_type_id, row.count]));
}

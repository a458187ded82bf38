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

/** The most ticket types that one event can have. */
const maxTypes = 50;

/** Lists the ticket types that an event sells, in the organiser's order. Archived ones are left out. */
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

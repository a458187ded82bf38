import type { Db, Tx } from '../../db/connect.ts';

function selectTickets(db: Db | Tx) {
  return db
    .selectFrom('tickets')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select([
      'tickets.id',
      'tickets.event_id',
      'tickets.user_id',
      'tickets.registration_id',
      'tickets.ticket_code',
      'tickets.paid',
      'tickets.status',
      'tickets.issued_at',
      'tickets.used_at',
      'tickets.price_pence',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      'users.username',
      'users.email',
    ]);
}

export type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>['execute']>>[number];

/** A ticket as the API answers it. */
export function presentTicket({ price_pence, ...row }: TicketRow) {
  return { ...row, price: price_pence };
}

/** By its id or, for a string, by its code. */
export function findTicket(db: Db | Tx, codeOrId: string | number): Promise<TicketRow | undefined> {
  const query = selectTickets(db);
  return (
    typeof codeOrId === 'number'
      ? query.where('tickets.id', '=', codeOrId)
      : query.where('tickets.ticket_code', '=', codeOrId)
  ).executeTakeFirst();
}

/** A user's tickets, for one event if given, soonest event first. */
export function listUserTickets(db: Db, userId: number, eventId?: number): Promise<TicketRow[]> {
  let query = selectTickets(db).where('tickets.user_id', '=', userId);
  if (eventId !== undefined) query = query.where('tickets.event_id', '=', eventId);
  return query.orderBy('events.start_time').orderBy('tickets.id').limit(1000).execute();
}

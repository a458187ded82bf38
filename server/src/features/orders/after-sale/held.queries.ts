import type { Db } from '../../../db/connect.ts';
import { eventColumns } from '../orders.details.queries.ts';

export function findGivenTicket(db: Db, id: number) {
  return db
    .selectFrom('tickets')
    .innerJoin('ticket_transfers', 'ticket_transfers.ticket_id', 'tickets.id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .select([
      'tickets.id as ticket_id',
      'tickets.type_name',
      'tickets.attendee_name',
      'tickets.status',
      'tickets.ticket_code',
      'tickets.short_code',
      'tickets.used_at',
      'ticket_transfers.transferred_at',
      'ticket_transfers.key_salt as holder_salt',
      'events.id as event_id',
      ...eventColumns,
    ])
    .where('tickets.id', '=', id)
    .$narrowType<{
      status: 'valid' | 'used' | 'cancelled' | 'refunded';
      ticket_code: string;
      short_code: string;
    }>()
    .executeTakeFirst();
}

import type { Db } from '../../../db/connect.ts';

/**
 * Finds the data for the email about the end of a hold. Returns undefined if the hold is over, the buyer has no
 * account, or the event has started or is not published.
 */
export function findHoldForMail(db: Db, hold: { registrationId: number; heldSince: Date; now: Date }) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.made_by',
      'users.id as user_id',
      'events.team_id',
      'orders.hold_expires_at',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      'users.username',
      'users.email',
    ])
    .where('orders.id', '=', hold.registrationId)
    .where('orders.placed_at', '=', hold.heldSince)
    .where('orders.hold_expires_at', '>', hold.now)
    .where('events.status', '=', 'published')
    .where('events.start_time', '>', hold.now)
    .$narrowType<{ hold_expires_at: Date }>()
    .executeTakeFirst();
}

export type MailedHold = NonNullable<Awaited<ReturnType<typeof findHoldForMail>>>;

import type { Db } from '../../db/connect.ts';

/** Finds what the email about the end of a hold needs; undefined if the hold is over. */
export function findHoldForMail(db: Db, hold: { registrationId: number; heldSince: Date; now: Date }) {
  return db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .select([
      'registrations.made_by',
      'registrations.user_id',
      'events.team_id',
      'registrations.hold_expires_at',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      'users.username',
      'users.email',
    ])
    .where('registrations.id', '=', hold.registrationId)
    .where('registrations.registration_time', '=', hold.heldSince)
    .where('registrations.hold_expires_at', '>', hold.now)
    .where('events.status', '=', 'published')
    .where('events.start_time', '>', hold.now)
    .$narrowType<{ hold_expires_at: Date }>()
    .executeTakeFirst();
}

export type MailedHold = NonNullable<Awaited<ReturnType<typeof findHoldForMail>>>;

import type { Db, Tx } from '../../db/connect.ts';

const registrationColumns = [
  'id',
  'event_id',
  'user_id',
  'status',
  'registration_time',
  'hold_expires_at',
] as const;

export function findRegistration(db: Db | Tx, id: number) {
  return db.selectFrom('registrations').select(registrationColumns).where('id', '=', id).executeTakeFirst();
}

export function findRegistrationOf(db: Db | Tx, eventId: number, userId: number) {
  return db
    .selectFrom('registrations')
    .select(registrationColumns)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The largest event that the contract lets anybody make is listed whole. */
const mostListed = 1_000_000;

/** Everybody who registered for an event, in the order they came. */
export function listEventRegistrations(db: Db, eventId: number, onlyUserId?: number) {
  let query = db
    .selectFrom('registrations')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .select([
      'registrations.id',
      'registrations.event_id',
      'registrations.user_id',
      'registrations.status',
      'registrations.registration_time',
      'users.username',
      'users.email',
    ])
    .where('registrations.event_id', '=', eventId);
  if (onlyUserId !== undefined) query = query.where('registrations.user_id', '=', onlyUserId);
  return query.orderBy('registrations.id').limit(mostListed).execute();
}

/** A user's registrations with their events and live tickets, newest start first. */
export function listUserRegistrations(db: Db, userId: number, options: { all: boolean }) {
  let query = db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('tickets', (join) =>
      join
        .onRef('tickets.registration_id', '=', 'registrations.id')
        .on('tickets.status', 'in', ['valid', 'used']),
    )
    .select([
      'registrations.id',
      'registrations.event_id',
      'registrations.user_id',
      'registrations.status',
      'registrations.registration_time',
      'registrations.hold_expires_at',
      'events.title as event_title',
      'events.description as event_description',
      'events.location as event_location',
      'events.status as event_status',
      'events.event_img_url',
      'teams.name as team_name',
      'events.start_time',
      'events.end_time',
      'events.price_pence as price',
      'tickets.paid as ticket_paid',
      'tickets.ticket_code',
    ])
    .where('registrations.user_id', '=', userId);
  if (!options.all) query = query.where('registrations.status', '=', 'registered');
  return query.orderBy('events.start_time', 'desc').orderBy('registrations.id').limit(1000).execute();
}

/** Ids, above `after`, of holds whose time is over. */
export async function listDueHolds(db: Db, now: Date, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('id')
    .where('hold_expires_at', '<=', now)
    .where('status', '=', 'registered')
    .where('id', '>', after)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

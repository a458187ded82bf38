import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import { ApiError } from '../../http/errors.ts';
import { releaseSeat, tryTakeSeat } from '../events/events.seats.service.ts';
import { lockRegistrationOf, registrationColumns, type RegistrationRow } from './registrations.queries.ts';

/**
 * Makes the user's registration for the event active, creating it if needed; undefined when it is active already. The
 * unique constraint makes a second caller wait for the first one's commit. The caller takes the seat afterwards.
 * Throws `user_not_found`.
 */
export async function activate(
  tx: Tx,
  wanted: { eventId: number; userId: number; now: Date; holdUntil: Date | null },
): Promise<(RegistrationRow & { existed: boolean }) | undefined> {
  const { eventId, userId, now, holdUntil } = wanted;
  const values = { status: 'registered', registration_time: now, hold_expires_at: holdUntil } as const;
  return (
    tx
      .insertInto('registrations')
      .values({ event_id: eventId, user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict
          .constraint('registrations_once')
          .doUpdateSet(values)
          .where('registrations.status', '!=', 'registered'),
      )
      // PostgreSQL sets `xmax` on a row that existed and was updated, not on a new one.
      .returning([...registrationColumns, sql<boolean>`xmax <> 0`.as('existed')])
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (violates(error, 'registrations_user_fk')) throw new ApiError('user_not_found');
        // The event was deleted after the caller read it.
        throw violates(error, 'registrations_event_fk') ? new ApiError('event_not_found') : error;
      })
  );
}

/**
 * Makes a cancelled or expired registration active again if a seat is left; returns whether it did. The row is locked
 * before the event, as in every sale, and written only after the seat is taken.
 */
export async function reactivate(tx: Tx, id: number, now: Date): Promise<boolean> {
  const inactive = await tx
    .selectFrom('registrations')
    .select('event_id')
    .where('id', '=', id)
    .where('status', '!=', 'registered')
    .forUpdate()
    .executeTakeFirst();
  if (!inactive || !(await tryTakeSeat(tx, inactive.event_id, now))) return false;
  await tx
    .updateTable('registrations')
    .set({ status: 'registered', registration_time: now, hold_expires_at: null })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Cancels an active registration; undefined when it was not active. The caller gives the seat back afterwards. */
export async function deactivate(tx: Tx, id: number) {
  return tx
    .updateTable('registrations')
    .set({ status: 'cancelled', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .returning(registrationColumns)
    .executeTakeFirst();
}

interface Hold {
  eventId: number;
  userId: number;
  until: Date;
  now: Date;
}

/**
 * The user's hold for a paid event, created if there is none. `registration` is the user's present one, locked. A new
 * hold has no seat yet: the caller takes it as the last write. Throws `already_paid` when there is nothing to pay.
 */
export async function holdSeat(
  tx: Tx,
  registration: RegistrationRow | undefined,
  hold: Hold,
): Promise<{ registrationId: number; isNew: boolean }> {
  if (registration?.status === 'registered') return useHold(registration);
  const made = await activate(tx, { ...hold, holdUntil: hold.until });
  if (made) return { registrationId: made.id, isNew: true };
  // Another request of the same user has created the registration in this moment.
  return useHold(await lockRegistrationOf(tx, hold.eventId, hold.userId));
}

function useHold(registration: RegistrationRow | undefined) {
  if (registration?.status !== 'registered' || registration.hold_expires_at === null) {
    throw new ApiError('already_paid');
  }
  return { registrationId: registration.id, isNew: false };
}

/**
 * Gives back a hold whose time is over, or that has already lasted as long as a payment may; returns whether it did.
 * Commit before the same user holds a seat again, so that others get a chance. Otherwise a user who asks again in time
 * could keep the seat for ever.
 */
export async function releaseOverdueHold(
  tx: Tx,
  registration: RegistrationRow | undefined,
  { until, now }: Hold,
): Promise<boolean> {
  if (!registration?.hold_expires_at) return false;
  const longestMs = until.getTime() - now.getTime();
  const hasLastedMs = now.getTime() - registration.registration_time.getTime();
  if (hasLastedMs < longestMs && registration.hold_expires_at > now) return false;
  return releaseHold(tx, registration.id);
}

/** Extends a hold to the end of the payment that was started for it. */
export async function extendHold(tx: Tx, id: number, until: Date): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ hold_expires_at: until })
    .where('id', '=', id)
    .where('hold_expires_at', '<', until)
    .execute();
}

/** Ends a hold, even before its time is over, and gives its seat back; returns whether it was a hold. */
export async function releaseHold(tx: Tx, id: number): Promise<boolean> {
  const released = await tx
    .updateTable('registrations')
    .set({ status: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning('event_id')
    .executeTakeFirst();
  if (released) await releaseSeat(tx, released.event_id);
  return released !== undefined;
}

/** Ends a hold whose time is over and gives its seat back; returns whether it did. */
export async function expireHold(tx: Tx, id: number, now: Date): Promise<boolean> {
  const expired = await tx
    .updateTable('registrations')
    .set({ status: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .where('hold_expires_at', '<=', now)
    .returning('event_id')
    .executeTakeFirst();
  if (expired) await releaseSeat(tx, expired.event_id);
  return expired !== undefined;
}

/** Turns a paid hold into a registration; returns whether it was a hold. */
export async function confirmHold(tx: Tx, id: number): Promise<boolean> {
  const confirmed = await tx
    .updateTable('registrations')
    .set({ hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Turns the user's hold for the event into a registration without a payment; undefined when there is no hold. */
export async function confirmHoldOf(
  tx: Tx,
  of: { eventId: number; userId: number },
): Promise<RegistrationRow | undefined> {
  return tx
    .updateTable('registrations')
    .set({ hold_expires_at: null })
    .where('event_id', '=', of.eventId)
    .where('user_id', '=', of.userId)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning(registrationColumns)
    .executeTakeFirst();
}

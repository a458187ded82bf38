import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import { ApiError } from '../../http/errors.ts';
import { releaseSeat, tryTakeSeat } from '../events/events.seats.service.ts';
import { lockRegistrationOf, registrationColumns, type RegistrationRow } from './registrations.queries.ts';

/**
 * Makes the user's registration for the event active, and creates it if needed. Returns undefined if it is active
 * already. `madeBy` is the account that does this for the user; null when the user does it. The unique constraint makes a second request wait for the commit of the first. The caller takes the seat
 * afterwards. Throws `user_not_found`.
 */
export async function activate(
  tx: Tx,
  wanted: { eventId: number; userId: number; now: Date; holdUntil: Date | null; madeBy: number | null },
): Promise<(RegistrationRow & { existed: boolean }) | undefined> {
  const { eventId, userId, now, holdUntil, madeBy } = wanted;
  const values = {
    status: 'registered',
    registration_time: now,
    hold_expires_at: holdUntil,
    made_by: madeBy,
  } as const;
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
      // Tells whether the row existed before: PostgreSQL sets `xmax` on an updated row, but not on a new one.
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
 * Makes a cancelled or expired registration active again if a seat is left; returns whether a seat was left. Locks the
 * registration, then the event, as every sale does. Takes the seat first, so that without a seat the registration stays
 * inactive.
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
    .set({ status: 'registered', registration_time: now, hold_expires_at: null, made_by: null })
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * Cancels an active registration; returns undefined if it was not active. The caller gives the seat back afterwards.
 */
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
 * Finds or creates the user's hold for a paid event. `registration` is the user's locked registration, if there is one.
 * A new hold has no seat yet: the caller takes the seat as the last write. Throws `already_paid` if there is nothing to
 * pay.
 */
export async function holdSeat(
  tx: Tx,
  registration: RegistrationRow | undefined,
  hold: Hold,
): Promise<{ registrationId: number; isNew: boolean }> {
  if (registration?.status === 'registered') return useHold(registration);
  const made = await activate(tx, { ...hold, holdUntil: hold.until, madeBy: null });
  if (made) return { registrationId: made.id, isNew: true };
  // Another request of the same user created the registration at the same moment.
  return useHold(await lockRegistrationOf(tx, hold.eventId, hold.userId));
}

function useHold(registration: RegistrationRow | undefined) {
  if (registration?.status !== 'registered' || registration.hold_expires_at === null) {
    throw new ApiError('already_paid');
  }
  return { registrationId: registration.id, isNew: false };
}

/**
 * Ends a hold whose time is over. Also ends a hold that began longer ago than one payment lasts: otherwise a buyer
 * could keep a seat forever by starting payments again and again. Returns whether the hold ended.
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

/**
 * Ends a hold, even before its time is over, and gives its seat back. Returns false if the registration is not a hold.
 */
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

/** Ends a hold if its time is over, and gives its seat back; returns whether the hold ended. */
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

/** Confirms a hold after its payment, so that it no longer ends and is the buyer's own. Returns false if the registration is not a hold. */
export async function confirmHold(tx: Tx, id: number): Promise<boolean> {
  const confirmed = await tx
    .updateTable('registrations')
    .set({ hold_expires_at: null, made_by: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Confirms the user's hold for the event without a payment; returns undefined if there is no hold. */
export async function confirmHoldOf(
  tx: Tx,
  of: { eventId: number; userId: number; madeBy: number | null },
): Promise<RegistrationRow | undefined> {
  return tx
    .updateTable('registrations')
    .set({ hold_expires_at: null, made_by: of.madeBy })
    .where('event_id', '=', of.eventId)
    .where('user_id', '=', of.userId)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning(registrationColumns)
    .executeTakeFirst();
}

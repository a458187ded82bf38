import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import { ApiError } from '../../http/errors.ts';
import { releaseSeat, tryTakeSeat } from '../events/events.seats.service.ts';
import { findRegistrationOf, registrationColumns, type RegistrationRow } from './registrations.queries.ts';

/**
 * Makes the one registration of user and event active, or tells that it is already. The unique constraint
 * makes a second caller wait for the first one's commit. The seat is the caller's to take. Throws
 * `user_not_found`.
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
      // A row that the insert found there, and changed, carries the mark of this transaction.
      .returning([...registrationColumns, sql<boolean>`xmax <> 0`.as('existed')])
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (violates(error, 'registrations_user_fk')) throw new ApiError('user_not_found');
        // Deleted since it was looked at.
        throw violates(error, 'registrations_event_fk') ? new ApiError('event_not_found') : error;
      })
  );
}

/**
 * Makes a cancelled or expired registration active again if a seat is left; says whether it did. The row is locked
 * before the event, as in every sale, and written only once there is a seat for it.
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

export async function deactivate(tx: Tx, id: number) {
  return tx
    .updateTable('registrations')
    .set({ status: 'cancelled', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .returning(registrationColumns)
    .executeTakeFirst();
}

/**
 * The user's hold for a paid event, made if there is none. A new one has no seat yet: the caller takes it as the
 * last of its writes. Throws `already_paid` when there is nothing left to pay.
 */
export async function holdSeat(
  tx: Tx,
  hold: { eventId: number; userId: number; until: Date; now: Date },
): Promise<{ registrationId: number; isNew: boolean }> {
  const made = await activate(tx, { ...hold, holdUntil: hold.until });
  if (made) return { registrationId: made.id, isNew: true };
  const registration = await findRegistrationOf(tx, hold.eventId, hold.userId);
  if (registration?.status !== 'registered' || registration.hold_expires_at === null) {
    throw new ApiError('already_paid');
  }
  return { registrationId: registration.id, isNew: false };
}

/**
 * Gives back a hold whose time is over, or that was held for a whole payment's time already; says whether it did.
 * Commit before the user holds a seat again, so that others may take it: else whoever asks in time keeps it for ever.
 */
export async function endSpentHold(
  tx: Tx,
  hold: { eventId: number; userId: number; until: Date; now: Date },
): Promise<boolean> {
  const registration = await findRegistrationOf(tx, hold.eventId, hold.userId);
  if (!registration?.hold_expires_at) return false;
  const paymentMs = hold.until.getTime() - hold.now.getTime();
  if (hold.now.getTime() - registration.registration_time.getTime() >= paymentMs) {
    return dropHold(tx, registration.id);
  }
  return expireHold(tx, registration.id, hold.now);
}

/** Keeps a hold for as long as the checkout session that was opened for it. */
export async function prolongHold(tx: Tx, id: number, until: Date): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ hold_expires_at: until })
    .where('id', '=', id)
    .where('hold_expires_at', '<', until)
    .execute();
}

/** Gives back the seat of a hold that is not to be sold any more, whatever its time; says whether it was a hold. */
export async function dropHold(tx: Tx, id: number): Promise<boolean> {
  const dropped = await tx
    .updateTable('registrations')
    .set({ status: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .where('hold_expires_at', 'is not', null)
    .returning('event_id')
    .executeTakeFirst();
  if (dropped) await releaseSeat(tx, dropped.event_id);
  return dropped !== undefined;
}

/** Expires a hold that is still one and whose time is over; says whether it did. */
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

/** Turns a hold into a registration for good, because it was paid; says whether it was a hold. */
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

/** The user's own hold as a registration for good; its id, if there was one. */
export async function confirmOwnHold(
  tx: Tx,
  of: { eventId: number; userId: number },
): Promise<number | undefined> {
  const registration = await findRegistrationOf(tx, of.eventId, of.userId);
  return registration && (await confirmHold(tx, registration.id)) ? registration.id : undefined;
}

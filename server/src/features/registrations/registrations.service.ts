import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { countNaming } from '../../http/throttle.ts';
import { findEvent } from '../events/events.queries.ts';
import { isFree } from '../events/events.rules.ts';
import { releaseSeat, takeSeat } from '../events/events.seats.service.ts';
import { getEventFor } from '../events/events.service.ts';
import { cancelTicketOf, issueTicket } from '../tickets/tickets.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { findRegistration, findRegistrationOf } from './registrations.queries.ts';
import { assertSeatInSight } from './registrations.seats.service.ts';

/** Registers the caller, or for a team somebody else: a ticket for a free event, a hold for a paid one. */
export async function registerForEvent(deps: Deps, actor: Actor, input: { eventId: number; userId: number }) {
  await countNaming(deps, actor, input.userId);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const action = canActFor(actor, input.userId) ? 'view' : 'manage';
    const event = await getEventFor(tx, actor, action, input.eventId);
    await assertUserExists(tx, input.userId);
    await assertSeatInSight(tx, event, input.userId, now);
    const free = isFree(event);
    const made = await activate(tx, { ...input, now, holdUntil: free ? null : holdEnd(deps, now) });
    // The price may have become nothing while somebody held a seat: the seat is theirs now.
    const kept = !made && free ? await confirmOwnHold(tx, input) : undefined;
    const id = made?.id ?? kept;
    if (id === undefined) throw new ApiError('already_registered');
    if (free) await issueTicket(deps, tx, { ...input, registrationId: id, pricePence: 0 });
    if (made) await takeSeat(tx, event.id, now);
    const registration = await findRegistration(tx, id);
    if (!registration) throw new ApiError('registration_not_found');
    return { registration, reactivated: made?.existed ?? true };
  });
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

/** Cancels an unpaid registration; its seat is free again and its ticket worthless. */
export async function cancelRegistration(deps: Deps, actor: Actor, id: number) {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const registration = await findRegistration(tx, id);
    if (!registration) throw new ApiError('registration_not_found');
    if (!canActFor(actor, registration.user_id)) throw new ApiError('forbidden');
    const event = await findEvent(tx, registration.event_id);
    if (event && event.end_time <= now) throw new ApiError('event_ended');
    return giveUpSeat(tx, id, async ({ event_id: eventId, user_id }) => {
      if (user_id === actor.id) return;
      const entry = { by: actor, action: 'registration.cancelled', objectId: id, eventId } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id } });
    });
  });
}

/**
 * Cancels an active registration with its unpaid, unused ticket, and frees the seat. What else is to be written
 * goes into `also`, before the event is locked.
 */
export async function giveUpSeat(
  tx: Tx,
  id: number,
  also: (cancelled: { event_id: number; user_id: number }) => Promise<void>,
) {
  const cancelled = await deactivate(tx, id);
  if (!cancelled) throw new ApiError('already_cancelled');
  await assertTicketUnspent(tx, id);
  await cancelTicketOf(tx, id);
  await also(cancelled);
  await releaseSeat(tx, cancelled.event_id);
  return cancelled;
}

/**
 * Cancels an active registration whose money goes back. Gives the id of the event whose seat the caller then frees
 * as the last of its writes; undefined when it was not active.
 */
export async function endPaidRegistration(tx: Tx, id: number): Promise<number | undefined> {
  return (await deactivate(tx, id))?.event_id;
}

/** Removes everything a user registered for, with the tickets, and gives their seats back. */
export async function removeRegistrationsOf(tx: Tx, userId: number): Promise<void> {
  const removed = await tx
    .deleteFrom('registrations')
    .where('user_id', '=', userId)
    .returning(['event_id', 'status'])
    .execute();
  const held = removed.filter((registration) => registration.status === 'registered');
  // Always in the same order, so that two who are removed at once do not wait for each other in a circle.
  for (const { event_id } of held.toSorted((a, b) => a.event_id - b.event_id)) {
    await releaseSeat(tx, event_id);
  }
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

/** Makes a cancelled or expired registration active again, without its seat; says whether it was inactive. */
export async function reactivate(tx: Tx, id: number, now: Date): Promise<boolean> {
  const active = await tx
    .updateTable('registrations')
    .set({ status: 'registered', registration_time: now, hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '!=', 'registered')
    .returning('id')
    .executeTakeFirst();
  return active !== undefined;
}

/** The user's own hold as a registration for good; its id, if there was one. */
export async function confirmOwnHold(
  tx: Tx,
  of: { eventId: number; userId: number },
): Promise<number | undefined> {
  const registration = await findRegistrationOf(tx, of.eventId, of.userId);
  return registration && (await confirmHold(tx, registration.id)) ? registration.id : undefined;
}

function holdEnd(deps: Deps, now: Date): Date {
  return new Date(now.getTime() + deps.config.holdMinutes * 60_000);
}

/**
 * Makes the one registration of user and event active, or tells that it is already. The unique constraint
 * makes a second caller wait for the first one's commit. The seat is the caller's to take.
 */
export async function activate(
  tx: Tx,
  wanted: { eventId: number; userId: number; now: Date; holdUntil: Date | null },
): Promise<{ id: number; existed: boolean } | undefined> {
  const { eventId, userId, now, holdUntil } = wanted;
  const before = await findRegistrationOf(tx, eventId, userId);
  const values = { status: 'registered', registration_time: now, hold_expires_at: holdUntil } as const;
  const row = await tx
    .insertInto('registrations')
    .values({ event_id: eventId, user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict
        .constraint('registrations_once')
        .doUpdateSet(values)
        .where('registrations.status', '!=', 'registered'),
    )
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      // Deleted since it was looked at.
      throw violates(error, 'registrations_event_fk') ? new ApiError('event_not_found') : error;
    });
  return row && { id: row.id, existed: before !== undefined };
}

async function deactivate(tx: Tx, id: number) {
  return tx
    .updateTable('registrations')
    .set({ status: 'cancelled', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'registered')
    .returning(['id', 'event_id', 'user_id', 'status', 'registration_time', 'hold_expires_at'])
    .executeTakeFirst();
}

/** A paid ticket is refunded by the team instead; a used one has let its holder in. */
async function assertTicketUnspent(tx: Tx, registrationId: number): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['paid', 'status'])
    .where('registration_id', '=', registrationId)
    .where('status', 'in', ['valid', 'used'])
    .forUpdate()
    .executeTakeFirst();
  if (ticket?.paid) throw new ApiError('paid_registration');
  if (ticket?.status === 'used') throw new ApiError('ticket_used');
}

export async function assertUserExists(tx: Tx, userId: number): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('user_not_found');
}

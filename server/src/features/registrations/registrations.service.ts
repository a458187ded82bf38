import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { countNaming } from '../../http/throttle.ts';
import { findEvent } from '../events/events.queries.ts';
import { assertOnSale, isFree } from '../events/events.rules.ts';
import { releaseSeat, takeSeat } from '../events/events.seats.service.ts';
import { getEventFor } from '../events/events.service.ts';
import { tellOfCancelledTicketJob } from '../tickets/tickets.jobs.ts';
import { cancelTicketOf, issueTicket } from '../tickets/tickets.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { findRegistration } from './registrations.queries.ts';
import { assertSeatInSight } from './registrations.seats.service.ts';
import { activate, confirmOwnHold, deactivate } from './registrations.states.service.ts';

/** Registers the caller, or for a team somebody else: a ticket for a free event, a hold for a paid one. */
export async function registerForEvent(deps: Deps, actor: Actor, input: { eventId: number; userId: number }) {
  await countNaming(deps, actor, input.userId);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const action = canActFor(actor, input.userId) ? 'view' : 'manage';
    const event = await getEventFor(tx, actor, action, input.eventId);
    await assertSeatInSight(tx, event, input.userId, now);
    const free = isFree(event);
    const made = await activate(tx, { ...input, now, holdUntil: free ? null : holdEnd(deps, now) });
    // The price may have become nothing while somebody held a seat: the seat is theirs now.
    const kept = !made && free ? await confirmOwnHold(tx, input) : undefined;
    if (kept !== undefined) assertOnSale(event, now);
    const id = made?.id ?? kept;
    if (id === undefined) throw new ApiError('already_registered');
    if (free) await issueTicket(deps, tx, { ...input, registrationId: id, pricePence: 0 });
    if (input.userId !== actor.id) {
      const entry = { by: actor, action: 'registration.made', objectId: id, eventId: event.id } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id: input.userId } });
    }
    if (made) await takeSeat(tx, event.id, now);
    const registration = made ?? (await findRegistration(tx, id));
    if (!registration) throw new ApiError('registration_not_found');
    return { registration, reactivated: made?.existed ?? true };
  });
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
    const also = async ({ event_id: eventId, user_id }: GivenUp) => {
      if (user_id === actor.id) return;
      const entry = { by: actor, action: 'registration.cancelled', objectId: id, eventId } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id } });
    };
    return giveUpSeat(deps, tx, { id, actor, also });
  });
}

interface GivenUp {
  event_id: number;
  user_id: number;
}

/**
 * Cancels an active registration with its unpaid, unused ticket, mails that to the ticket's holder, and frees the
 * seat. What else is to be written goes into `also`, before the event is locked.
 */
export async function giveUpSeat(
  deps: Deps,
  tx: Tx,
  { id, actor, also }: { id: number; actor: Actor; also: (given: GivenUp) => Promise<void> },
) {
  const cancelled = await deactivate(tx, id);
  if (!cancelled) throw new ApiError('already_cancelled');
  await assertTicketUnspent(tx, id);
  const ticketId = await cancelTicketOf(tx, id);
  await also(cancelled);
  const { event_id: eventId, user_id: userId } = cancelled;
  if (ticketId !== undefined) {
    const byHolder = userId === actor.id;
    await deps.jobs.enqueue(tx, tellOfCancelledTicketJob, { ticketId, eventId, userId, byHolder });
  }
  await releaseSeat(tx, eventId);
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

function holdEnd(deps: Deps, now: Date): Date {
  return new Date(now.getTime() + deps.config.holdMinutes * 60_000);
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

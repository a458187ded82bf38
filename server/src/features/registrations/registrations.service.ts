import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { countAddingPeople, type Signed } from '../../http/limits.ts';
import { findEvent } from '../events/events.queries.ts';
import { assertOnSale, findSeatRefusal, isFree } from '../events/events.rules.ts';
import { releaseSeat, releaseSeats, takeSeat } from '../events/events.seats.service.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { tellOfCancelledTicketJob } from '../tickets/tickets.jobs.ts';
import { cancelTicketOf, issueTicket } from '../tickets/tickets.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { findRegistration, findRegistrationOf } from './registrations.queries.ts';
import { assertSeatLeft, computeHoldEnd } from './registrations.rules.ts';
import { activate, confirmHoldOf, deactivate } from './registrations.states.service.ts';

/**
 * Registers the caller. The team of the event may also register somebody else. A free event gives a ticket at once, a
 * paid event gives a hold.
 */
export async function registerForEvent(
  deps: Deps,
  { actor, address }: Signed,
  { key, ...input }: { eventId: number; userId: number; key?: string },
) {
  await countAddingPeople(deps, { actor, address }, input.userId);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const action = canActFor(actor, input.userId) ? 'view' : 'manage';
    const event = await getEventFor(tx, actor, action, { id: input.eventId, key });
    // Look for an earlier registration only if the event is sold out. Most events have seats and need no query.
    if (findSeatRefusal(event, now) === 'event_sold_out') {
      assertSeatLeft(event, await findRegistrationOf(tx, event.id, input.userId), now);
    }
    const free = isFree(event);
    const holdUntil = free ? null : computeHoldEnd(now, deps.config.holdMinutes);
    const wanted = { ...input, madeBy: input.userId === actor.id ? null : actor.id };
    const made = await activate(tx, { ...wanted, now, holdUntil });
    // If the event became free while the user held a seat, the hold becomes a registration with a ticket.
    const kept = !made && free ? await confirmHoldOf(tx, wanted) : undefined;
    if (kept) assertOnSale(event, now);
    const registration = made ?? kept;
    if (!registration) throw new ApiError('already_registered');
    const { id } = registration;
    if (free) await issueTicket(deps, tx, { ...input, registrationId: id, pricePence: 0 });
    if (input.userId !== actor.id) {
      const entry = { by: actor, action: 'registration.made', objectId: id, eventId: event.id } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id: input.userId } });
    }
    if (made) await takeSeat(tx, event.id, now);
    return { registration, reactivated: made?.existed ?? true };
  });
}

/** Cancels an unpaid registration and its ticket, and frees the seat. */
export async function cancelRegistration(deps: Deps, actor: Actor, id: number) {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const registration = await findRegistration(tx, id);
    if (!registration) throw new ApiError('registration_not_found');
    if (!canActFor(actor, registration.user_id)) throw new ApiError('forbidden');
    const event = await findEvent(tx, registration.event_id);
    if (event && event.end_time <= now) throw new ApiError('event_ended');
    const { event_id: eventId, user_id } = registration;
    const audit = async () => {
      if (user_id === actor.id) return;
      const entry = { by: actor, action: 'registration.cancelled', objectId: id, eventId } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id } });
    };
    return cancelWithTicket(deps, tx, { id, actor, audit });
  });
}

/**
 * Cancels an active registration and its unpaid, unused ticket, and frees the seat. The ticket's holder gets an email.
 * `audit` gets the id of the cancelled ticket. It runs before the seat is freed, because freeing the seat locks the
 * event.
 */
export async function cancelWithTicket(
  deps: Deps,
  tx: Tx,
  { id, actor, audit }: { id: number; actor: Actor; audit: (ticketId: number | undefined) => Promise<void> },
) {
  const cancelled = await deactivate(tx, id);
  if (!cancelled) throw new ApiError('already_cancelled');
  await assertTicketUnpaidAndUnused(tx, id);
  const ticketId = await cancelTicketOf(tx, id);
  await audit(ticketId);
  const { event_id: eventId, user_id: userId } = cancelled;
  if (ticketId !== undefined) {
    const byHolder = userId === actor.id;
    await deps.jobs.enqueue(tx, tellOfCancelledTicketJob, { ticketId, eventId, userId, byHolder });
  }
  await releaseSeat(tx, eventId);
  return cancelled;
}

/** Deletes all registrations of a user and their tickets, and frees the seats. */
export async function deleteRegistrationsOf(tx: Tx, userId: number): Promise<void> {
  const deleted = await tx
    .deleteFrom('registrations')
    .where('user_id', '=', userId)
    .returning(['event_id', 'status'])
    .execute();
  const active = deleted.filter(({ status }) => status === 'registered');
  await releaseSeats(
    tx,
    active.map(({ event_id }) => event_id),
  );
}

/** Only the team can refund a paid ticket. A used ticket cannot be cancelled, because its holder is already inside. */
async function assertTicketUnpaidAndUnused(tx: Tx, registrationId: number): Promise<void> {
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

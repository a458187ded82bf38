import { createHmac } from 'node:crypto';
import type { Db } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, tooManyRequests } from '../../../http/errors.ts';
import { countAllUses, countKept, limits, takeBackUses, type Use } from '../../../http/limits.ts';
import { hashMailbox } from '../../../mail/mailbox.ts';
import type { Offer } from '../../events/types/types.queries.ts';
import { listAttendeeUses } from '../orders.mail-limits.service.ts';
import type { WantedOrder } from './sell.service.ts';

interface NewOrder {
  eventId: number;
  wanted: WantedOrder;
  offers: readonly Offer[];
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
}

/**
 * Limits what one buyer can take from others: open holds from one network address, free tickets of one account for one
 * event, and free orders of guests from one network address and for one mailbox. Also limits how many strangers a guest
 * can cause mails to. Returns the uses that the caller takes back if the order is not sold.
 */
export async function countOrder(deps: Deps, order: NewOrder): Promise<Use[]> {
  const { wanted } = order;
  const uses = wanted.user_id === null ? listGuestUses(order) : [];
  await countAllUses(deps, uses, wanted.hold_until ? tooManyAttendees : undefined);
  try {
    return [...uses, ...(await countTaken(deps, order))];
  } catch (error) {
    await takeBackUses(deps, uses);
    throw error;
  }
}

async function countTaken(deps: Deps, order: NewOrder): Promise<Use[]> {
  const { hold_until, user_id } = order.wanted;
  if (hold_until) return countHold(deps, order);
  return user_id === null ? [] : countFreeTickets(deps, order, user_id);
}

function listGuestUses({ wanted, address }: NewOrder): Use[] {
  if (!wanted.hold_until) {
    return [
      { name: 'guest_order_address', subject: address },
      { name: 'guest_order_mailbox', subject: hashMailbox(wanted.buyer_email) },
    ];
  }
  const emails = wanted.tickets.flatMap(({ attendee_email }) => attendee_email ?? []);
  return listAttendeeUses({ buyer: wanted.buyer_email, emails, address });
}

const tooManyAttendees =
  'Too many email addresses of other people. Leave them out, and the tickets come to you.';

async function countHold(deps: Deps, { wanted, address }: NewOrder): Promise<Use[]> {
  const source = hashSource(deps, address);
  const { uses: most } = limits.hold_address;
  const counting = { name: 'hold_address', subject: address, count: 1, most, readsAtStart: true } as const;
  const left = await countKept(deps, counting, () =>
    countOpenHolds(deps.db, source, { except: wanted.replaces }),
  );
  if (left === null) return [{ name: 'hold_address', subject: address }];
  throw tooManyRequests(10 * 60, 'Too many unpaid orders from your network. Pay or cancel one.');
}

/** Hashes the network address with the secret of the site, because plain hashes of network addresses can be guessed. */
function hashSource({ sessionSecret }: Deps, address: string): Buffer {
  return createHmac('sha256', sessionSecret).update(`hold from ${address}`).digest();
}

/** Remembers where a hold came from until the hold ends. If this fails, the hold is not counted for a limit. */
export async function recordHoldSource(
  deps: Deps,
  { orderId, address }: { orderId: number; address: string },
): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db
    .insertInto('hold_sources')
    .values({ order_id: orderId, source: hashSource(deps, address) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Leaves out the hold `except`, which the new hold replaces. Also forgets where the holds came from that have ended
 * meanwhile.
 */
async function countOpenHolds(
  db: Db,
  source: Buffer,
  { except }: { except: number | null },
): Promise<number> {
  const ended = db
    .selectFrom('hold_sources')
    .innerJoin('orders', 'orders.id', 'hold_sources.order_id')
    .select('hold_sources.order_id')
    .where('orders.status', '<>', 'held')
    .orderBy('hold_sources.order_id')
    .forUpdate('hold_sources')
    .skipLocked();
  await db.deleteFrom('hold_sources').where('order_id', 'in', ended).execute();
  const { count } = await db
    .selectFrom('hold_sources')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .where('order_id', 'is distinct from', except)
    .executeTakeFirstOrThrow();
  return count;
}

/** An organiser who sets a limit per buyer has decided how many tickets one buyer gets. */
async function countFreeTickets(
  deps: Deps,
  { eventId, wanted, offers }: NewOrder,
  userId: number,
): Promise<Use[]> {
  const unlimited = offers.filter(
    ({ id, max_per_buyer }) => max_per_buyer === null && wanted.items.some(({ type }) => type === id),
  );
  const ids = new Set(unlimited.map(({ id }) => id));
  const count = wanted.tickets.filter(({ type }) => ids.has(type)).length;
  if (count === 0) return [];
  const most = Math.max(limits.free_tickets.uses, ...unlimited.map(({ max_per_order }) => max_per_order));
  const subject = `${userId}:${eventId}`;
  const counting = { name: 'free_tickets', subject, count, most, readsAtStart: false } as const;
  const left = await countKept(deps, counting, () => countKeptTickets(deps.db, { userId, eventId }));
  if (left === null) return [{ name: 'free_tickets', subject, count }];
  const msg = `One account can have at most ${most} free tickets for this event. Give tickets back, or ask the organisers for more.`;
  throw new ApiError('too_many_for_buyer', { msg, extra: { remaining: left } });
}

async function countKeptTickets(
  db: Db,
  { userId, eventId }: { userId: number; eventId: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('orders.user_id', '=', userId)
    .where('orders.event_id', '=', eventId)
    .where('ticket_types.max_per_buyer', 'is', null)
    .where('tickets.payment_id', 'is', null)
    .where('tickets.status', 'in', ['valid', 'used'])
    .executeTakeFirstOrThrow();
  return count;
}

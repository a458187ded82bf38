import type { Db } from '../../../db/connect.ts';
import { isDatabaseUnavailable, isTransactionConflict, violates } from '../../../db/failures.ts';
import type { Clock } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { findKnownOrder } from './sale.queries.ts';
import { sellTogether, type SaleOutcome, type WantedOrder } from './sell.service.ts';

/** The outcome of an order, and the moment when the database decided it. */
export type TimedOutcome = SaleOutcome & { at: Date };

interface Waiting {
  eventId: number;
  order: WantedOrder;
  /** Whether the buyer has closed the connection. */
  isGone: () => boolean;
  resolve: (outcome: TimedOutcome) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/** The most orders that one call of the database sells. */
const maxPerCall = 32;

/**
 * The most calls at a time. While one call waits for the disk, the next uses the processor. With more calls, each group
 * would be smaller.
 */
const maxCalls = 3;

/** The most orders that wait for one event. Later ones would wait too long. */
const maxWaiting = 1000;

const longestWaitMs = 2000;

export interface SaleQueue {
  /** Throws `unavailable` if the order's turn would come too late. */
  sell(eventId: number, order: WantedOrder, isGone: () => boolean): Promise<TimedOutcome>;
  /** Refuses the orders that wait, and all later ones. Calls that have begun are finished. */
  close(): void;
}

/**
 * Sells orders in groups, because a group costs hardly more than one order: it locks and commits once. Orders that
 * arrive during a call wait for the next one. A call may sell orders of several events, but each event is in one call
 * at a time, so that no call waits for the locks of another.
 */
export function createSaleQueue({ db, clock }: { db: Db; clock: Clock }): SaleQueue {
  /** The orders that wait, by event. The event whose turn is next comes first. */
  const lanes = new Map<number, Waiting[]>();
  const eventsInCalls = new Set<number>();
  let calls = 0;
  let isClosed = false;

  /** Takes the orders of the next call. An event with more orders than fit goes to the end of the line. */
  function takeGroup(): Waiting[] {
    const group: Waiting[] = [];
    for (const [eventId, lane] of lanes) {
      if (group.length === maxPerCall) break;
      if (eventsInCalls.has(eventId)) continue;
      eventsInCalls.add(eventId);
      group.push(...lane.splice(0, maxPerCall - group.length));
      lanes.delete(eventId);
      if (lane.length > 0) lanes.set(eventId, lane);
    }
    for (const { timer } of group) clearTimeout(timer);
    return group;
  }

  function startCalls(): void {
    while (calls < maxCalls) {
      const group = takeGroup();
      if (group.length === 0) return;
      calls += 1;
      void sellPresent({ db, clock }, group).finally(() => {
        calls -= 1;
        for (const { eventId } of group) eventsInCalls.delete(eventId);
        startCalls();
      });
    }
  }

  function stopWaiting(entry: Waiting): void {
    const others = lanes.get(entry.eventId)?.filter((one) => one !== entry) ?? [];
    if (others.length > 0) lanes.set(entry.eventId, others);
    else lanes.delete(entry.eventId);
    entry.reject(new ApiError('unavailable'));
  }

  return {
    sell(eventId, order, isGone) {
      return new Promise((resolve, reject) => {
        const lane = lanes.get(eventId) ?? [];
        if (isClosed || lane.length >= maxWaiting) return reject(new ApiError('unavailable'));
        const timer = setTimeout(() => stopWaiting(entry), longestWaitMs);
        const entry: Waiting = { eventId, order, isGone, resolve, reject, timer };
        lane.push(entry);
        lanes.set(eventId, lane);
        startCalls();
      });
    },
    close() {
      isClosed = true;
      for (const entry of [...lanes.values()].flat()) {
        clearTimeout(entry.timer);
        stopWaiting(entry);
      }
    },
  };
}

interface Seller {
  db: Db;
  clock: Clock;
}

/** Sells the orders whose buyers are still there. */
async function sellPresent(seller: Seller, group: readonly Waiting[]): Promise<void> {
  const present = group.filter((one) => !one.isGone());
  for (const one of group) if (!present.includes(one)) one.reject(new ApiError('unavailable'));
  if (present.length > 0) await sellGroup(seller, present);
}

/** If the call fails, one order may have caused the failure, so each order is then sold alone. */
async function sellGroup(seller: Seller, group: readonly Waiting[]): Promise<void> {
  const at = seller.clock.now();
  try {
    const outcomes = await sellOrRepeat(seller, group, at);
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome) resolve({ ...outcome, at });
      else reject(new Error('The database did not answer what became of an order'));
    }
  } catch (error) {
    if (isDatabaseUnavailable(error)) await lookUpEach(seller, group, error);
    else if (group.length > 1) for (const one of group) await sellGroup(seller, [one]);
    else for (const { reject } of group) reject(describeFailure(error));
  }
}

/** PostgreSQL sells nothing when it ends a deadlock by cancelling the sale, so this function can repeat the sale. */
async function sellOrRepeat({ db }: Seller, group: readonly Waiting[], at: Date): Promise<SaleOutcome[]> {
  try {
    return await sellTogether(db, group, at);
  } catch (error) {
    if (!isTransactionConflict(error)) throw error;
    return sellTogether(db, group, at);
  }
}

/** The buyer's account may have been deleted while the order waited. */
function describeFailure(error: unknown): unknown {
  return violates(error, 'orders_user_fk') ? new ApiError('invalid_token') : error;
}

/**
 * Looks each order up after the connection was lost during the sale. Foyer never sells a missing order again, because
 * it may still be committed later. The buyer may repeat the request with the same idempotency key.
 */
async function lookUpEach(seller: Seller, group: readonly Waiting[], cause: unknown) {
  for (const { eventId, order, resolve, reject } of group) {
    const known = await findKnownOrder(seller.db, eventId, order.key).catch(() => undefined);
    const isSame = known?.body_hash?.toString('hex') === order.body_hash;
    if (known) resolve({ known: known.id, same: isSame, at: seller.clock.now() });
    else reject(cause);
  }
}

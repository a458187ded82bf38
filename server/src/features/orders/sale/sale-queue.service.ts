import type { Db } from '../../../db/connect.ts';
import { isDatabaseUnavailable } from '../../../db/failures.ts';
import type { Clock } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { findKnownOrder } from './sale.queries.ts';
import { sellTogether, type SaleOutcome, type WantedOrder } from './sell.service.ts';

/** The outcome of an order, and the moment when the database decided it. */
export type TimedOutcome = SaleOutcome & { at: Date };

interface Waiting {
  order: WantedOrder;
  /** Whether the buyer has closed the connection. */
  isGone: () => boolean;
  resolve: (outcome: TimedOutcome) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

interface Lane {
  waiting: Waiting[];
  isSelling: boolean;
}

/** The most orders that one call of the database sells. */
const maxPerCall = 32;

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
 * Sells the orders of each event in groups: while one call of the database runs, new orders wait, and all that wait go
 * into the next call. A group costs hardly more than one order, because it locks and commits once.
 */
export function createSaleQueue({ db, clock }: { db: Db; clock: Clock }): SaleQueue {
  const lanes = new Map<number, Lane>();
  let isClosed = false;

  async function drain(eventId: number, lane: Lane): Promise<void> {
    lane.isSelling = true;
    while (lane.waiting.length > 0) {
      const group = lane.waiting.splice(0, maxPerCall);
      for (const { timer } of group) clearTimeout(timer);
      const present = group.filter((one) => !one.isGone());
      for (const one of group) if (!present.includes(one)) one.reject(new ApiError('unavailable'));
      if (present.length > 0) await sellGroup({ db, clock }, eventId, present);
    }
    lanes.delete(eventId);
  }

  return {
    sell(eventId, order, isGone) {
      const lane = lanes.get(eventId) ?? { waiting: [], isSelling: false };
      lanes.set(eventId, lane);
      return new Promise((resolve, reject) => {
        if (isClosed || lane.waiting.length >= maxWaiting) return reject(new ApiError('unavailable'));
        const timer = setTimeout(() => {
          lane.waiting.splice(lane.waiting.indexOf(entry), 1);
          reject(new ApiError('unavailable'));
        }, longestWaitMs);
        const entry: Waiting = { order, isGone, resolve, reject, timer };
        lane.waiting.push(entry);
        if (!lane.isSelling) void drain(eventId, lane);
      });
    },
    close() {
      isClosed = true;
      for (const { waiting } of lanes.values()) {
        for (const { timer, reject } of waiting.splice(0)) {
          clearTimeout(timer);
          reject(new ApiError('unavailable'));
        }
      }
    },
  };
}

interface Seller {
  db: Db;
  clock: Clock;
}

/** If the call fails, one order may be to blame, so each order is then sold alone. */
async function sellGroup(seller: Seller, eventId: number, group: readonly Waiting[]): Promise<void> {
  const at = seller.clock.now();
  try {
    const orders = group.map(({ order }) => order);
    const outcomes = await sellTogether(seller.db, eventId, orders, at);
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome) resolve({ ...outcome, at });
      else reject(new Error('The database did not answer what became of an order'));
    }
  } catch (error) {
    if (isDatabaseUnavailable(error)) await lookUpEach(seller, eventId, group, error);
    else for (const one of group) await sellAlone(seller, eventId, one);
  }
}

async function sellAlone(seller: Seller, eventId: number, one: Waiting) {
  const { order, resolve, reject } = one;
  const at = seller.clock.now();
  try {
    const [outcome] = await sellTogether(seller.db, eventId, [order], at);
    if (outcome) resolve({ ...outcome, at });
    else reject(new Error('The database did not answer what became of an order'));
  } catch (error) {
    if (isDatabaseUnavailable(error)) await lookUpEach(seller, eventId, [one], error);
    else reject(error);
  }
}

/**
 * Looks each order up after the connection was lost during the sale. An order that is missing may still be committed
 * later, so Foyer never sells it again. The buyer may repeat the request with the same idempotency key.
 */
async function lookUpEach(seller: Seller, eventId: number, group: readonly Waiting[], cause: unknown) {
  for (const { order, resolve, reject } of group) {
    const known = await findKnownOrder(seller.db, eventId, order.key).catch(() => undefined);
    const isSame = known?.body_hash?.toString('hex') === order.body_hash;
    if (known) resolve({ known: known.id, same: isSame, at: seller.clock.now() });
    else reject(cause);
  }
}

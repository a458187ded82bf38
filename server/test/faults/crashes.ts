import { setTimeout } from 'node:timers/promises';
import { listBrokenInvariants, listMoneyDue } from '../model/invariants.ts';
import { findFirstType, makeGuest, openOrderPage, orderAsGuest } from './sales.ts';
import { payOnPage, publishEvents, type Buyer, type Processes } from './processes.ts';

/** What the server has confirmed to buyers, and what must therefore be true at the end. */
interface Promises {
  /** Checkout sessions that the card page reported as paid. */
  paid: string[];
  /** Users who were told that they are registered for the free event, and did not cancel. */
  registered: Set<number>;
  /** The numbers of the free orders that guests were told of. */
  ordered: Set<string>;
  answers: Record<string, number>;
}

export interface Crashes {
  kills: number;
  promised: { paid: number; registered: number; ordered: number };
  answers: Record<string, number>;
  /**
   * The time from the end of the sale until every charge had led to a ticket or a refund. Infinity means that
   * this took too long.
   */
  millisecondsToCatchUp: number;
  faults: string[];
}

const atOnce = 8;
const card = '4242424242424242';
const pauseMs = 200;
const room = 100_000;

/** Kills processes in turn, at random moments, while buyers take seats at a paid and at a free event. */
export async function seeCrashes(
  processes: Processes,
  options: { kills: number; patienceMs: number; random: () => number; repairs?: boolean },
): Promise<Crashes> {
  const paid = (await publishEvents(processes, { price: 12, max_attendees: room })).ids[0] ?? 0;
  const free = (await publishEvents(processes, { price: 0, max_attendees: room })).ids[0] ?? 0;
  const promises: Promises = { paid: [], registered: new Set(), ordered: new Set(), answers: {} };
  const types = { paid: await findFirstType(processes, paid), free: await findFirstType(processes, free) };
  const ending = new AbortController();
  const sellers = Array.from({ length: atOnce }, async (_, n) => {
    for (let turn = n; !ending.signal.aborted; turn += atOnce) {
      const [buyer] = await processes.makeBuyers(1);
      if (!buyer) throw new Error('There is no buyer');
      if (turn % 4 === 1) await orderFree(processes, promises, { eventId: free, typeId: types.free, turn });
      else if (turn % 4 === 2)
        await orderPaid(processes, promises, { eventId: paid, typeId: types.paid, turn });
      else if (turn % 3 === 0) await register(processes, promises, { buyer, eventId: free, turn });
      else await buyTicket(processes, promises, { buyer, eventId: paid, turn });
    }
  });
  for (let n = 0; n < options.kills; n += 1) {
    await setTimeout(100 + options.random() * 700);
    await processes.kill(n);
  }
  ending.abort();
  await Promise.all(sellers);
  if (options.repairs) await reconcileOpenPayments(processes);
  const millisecondsToCatchUp = await waitUntilNoMoneyIsDue(processes, options.patienceMs);
  return {
    kills: options.kills,
    promised: {
      paid: promises.paid.length,
      registered: promises.registered.size,
      ordered: promises.ordered.size,
    },
    answers: promises.answers,
    millisecondsToCatchUp,
    faults: [
      ...(await listBrokenInvariants(processes.db)),
      ...(await listMoneyDue(processes.db)),
      ...(await listBrokenPromises(processes, promises, free)),
    ],
  };
}

interface Visit {
  buyer: Buyer;
  eventId: number;
  turn: number;
}

function countAnswer({ answers }: Promises, status: number) {
  answers[status] = (answers[status] ?? 0) + 1;
}

async function buyTicket(processes: Processes, promises: Promises, { buyer, eventId, turn }: Visit) {
  const { token } = buyer;
  const request = { token, body: { eventId, userId: buyer.id } };
  const opened = await processes.call(turn, 'POST /stripe/create-checkout-session', request);
  countAnswer(promises, opened.status);
  if (opened.status !== 200) {
    await setTimeout(pauseMs);
    return;
  }
  const { sessionId } = opened.body;
  const leadsTo = await payOnPage(processes, turn >> 1, sessionId, card);
  if (leadsTo?.includes('/payment/success')) promises.paid.push(sessionId);
  // One buyer in four does not return to the site after paying. For this buyer, only the webhook tells Foyer
  // about the payment.
  if (turn % 4 === 0) return;
  const params = { sessionId };
  countAnswer(
    promises,
    (await processes.call(turn, 'GET /stripe/payment-status/:sessionId', { token, params })).status,
  );
}

async function register(processes: Processes, promises: Promises, { buyer, eventId, turn }: Visit) {
  const { token } = buyer;
  const request = { token, params: { id: eventId }, body: {} };
  const { status, body } = await processes.call(turn, 'POST /events/:id/register', request);
  countAnswer(promises, status);
  if (status !== 201) {
    await setTimeout(pauseMs);
    return;
  }
  if (turn % 2 === 0) {
    promises.registered.add(buyer.id);
    return;
  }
  const params = { id: body.registration.id };
  const cancelled = await processes.call(turn, 'PATCH /events/registrations/:id/cancel', { token, params });
  countAnswer(promises, cancelled.status);
}

interface OrderVisit {
  eventId: number;
  typeId: number;
  turn: number;
}

const maxSends = 5;

/** A guest orders two free tickets, and sends the same order again while no answer comes. */
async function orderFree(processes: Processes, promises: Promises, { eventId, typeId, turn }: OrderVisit) {
  const guest = makeGuest();
  const body = { event_id: eventId, items: [{ ticket_type_id: typeId, quantity: 2 }] };
  for (let n = 0; n < maxSends; n += 1) {
    const heard = await orderAsGuest(processes, turn + n, body, guest);
    countAnswer(promises, heard.status);
    if (heard.status === 200 || heard.status === 201) {
      promises.ordered.add(heard.body.order.number);
      return;
    }
    await setTimeout(pauseMs);
  }
}

/** A guest orders two tickets and pays. Every second guest does not come back from the payment page. */
async function orderPaid(processes: Processes, promises: Promises, { eventId, typeId, turn }: OrderVisit) {
  const body = { event_id: eventId, items: [{ ticket_type_id: typeId, quantity: 2 }] };
  const placed = await orderAsGuest(processes, turn, body);
  countAnswer(promises, placed.status);
  if (placed.status !== 201) {
    await setTimeout(pauseMs);
    return;
  }
  const { order } = placed.body;
  const opened = await openOrderPage(processes, turn >> 1, order);
  countAnswer(promises, opened.status);
  if (opened.status !== 200) return;
  const { session_id } = opened.body;
  const leadsTo = await payOnPage(processes, turn >> 2, session_id, card);
  if (leadsTo?.includes('from=payment')) promises.paid.push(session_id);
  if (turn % 8 === 2) return;
  const request = { params: { number: order.number }, headers: { 'x-order-key': order.key ?? '' } };
  countAnswer(promises, (await processes.call(turn, 'POST /orders/:number/settle', request)).status);
}

/**
 * Reconciles each payment that is still under way, as an administrator does, because the reconcile job waits until a
 * payment is two minutes old.
 */
async function reconcileOpenPayments(processes: Processes): Promise<void> {
  const { db } = processes;
  const [admin] = await processes.makeBuyers(1);
  if (!admin) throw new Error('There is no administrator');
  await db.updateTable('users').set({ is_site_admin: true }).where('id', '=', admin.id).execute();
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', ['starting', 'open'])
    .execute();
  const { token } = admin;
  for (const { id } of open) {
    await processes.call(id, 'POST /admin/payments/:id/reconcile', { token, params: { id } });
  }
}

/** Waits until every charge has led to a ticket or a refund. */
async function waitUntilNoMoneyIsDue({ db }: Processes, maxMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < maxMs) {
    if ((await listMoneyDue(db)).length === 0) return performance.now() - started;
    await setTimeout(pauseMs);
  }
  return Infinity;
}

async function listBrokenPromises({ db }: Processes, promises: Promises, free: number) {
  const { paid, registered, ordered } = promises;
  const payments = await db
    .selectFrom('payments')
    .leftJoin('tickets', 'tickets.payment_id', 'payments.id')
    .select(['payments.provider_session_id', 'payments.status', 'tickets.status as ticket'])
    .execute();
  const kept = new Set(
    payments
      .filter(({ status, ticket }) => status === 'refunded' || (status === 'paid' && ticket === 'valid'))
      .map(({ provider_session_id: session }) => session),
  );
  const present = await db
    .selectFrom('orders')
    .select(['user_id', 'number'])
    .where('event_id', '=', free)
    .where('status', '=', 'confirmed')
    .execute();
  const there = new Set(present.map(({ user_id }) => user_id));
  const numbers = new Set(present.map(({ number }) => number));
  return [
    ...paid.filter((session) => !kept.has(session)).map((session) => `${session} was paid for nothing`),
    ...[...registered].filter((id) => !there.has(id)).map((id) => `user ${id} lost the seat`),
    ...[...ordered].filter((number) => !numbers.has(number)).map((number) => `the order ${number} was lost`),
  ];
}

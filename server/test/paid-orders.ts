import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../src/db/connect.ts';
import { settlePayment } from '../src/features/payments/payments.service.ts';
import type { TestApp } from './app.ts';
import { makeEvent, makeUser, type TestUser } from './factories.ts';
import { placeOrder } from './orders.ts';
import { connectProvider } from './payments.ts';

export interface PaidOrder {
  eventId: number;
  number: string;
  buyer: TestUser;
  ticketIds: number[];
  sessionId: string;
  paymentId: number;
}

/** Sells one ticket for each price, in pounds. Pays the order with this card. */
export async function sellOrder(
  app: TestApp,
  organiser: TestUser,
  prices: readonly number[],
  card?: string,
  fields: Parameters<typeof makeEvent>[1] = {},
): Promise<PaidOrder> {
  const event = { price: prices[0] ?? 0, max_attendees: 50, ...fields };
  const { id: eventId } = await makeEvent(app, event, organiser);
  const typeIds = [await findFirstType(app, eventId)];
  for (const [n, price] of prices.slice(1).entries()) {
    const added = await app.call('POST /events/:id/ticket-types', {
      token: organiser.token,
      params: { id: eventId },
      body: { name: `Row ${n + 2}`, price },
    });
    typeIds.push(added.body.ticket_type.id);
  }
  const buyer = await makeUser(app);
  const items = typeIds.map((ticket_type_id) => ({ ticket_type_id, quantity: 1 }));
  const order = await placeOrder(app, { event_id: eventId, items }, { token: buyer.token });
  const ticketIds = typeIds.map(
    (typeId) => order.tickets.find((ticket) => ticket.ticket_type_id === typeId)?.id ?? 0,
  );
  return { eventId, number: order.number, buyer, ticketIds, ...(await payOrder(app, order.number, card)) };
}

async function findFirstType(app: TestApp, eventId: number): Promise<number> {
  const { body } = await app.call('GET /events/:id/ticket-types', { params: { id: eventId } });
  return body.ticket_types[0]?.id ?? 0;
}

export async function payOrder(app: TestApp, number: string, card?: string) {
  const payment = await insertPayment(app.db, { number, now: app.clock.now() });
  const sessionId = await paySession(app, payment, card);
  await app.db
    .updateTable('payments')
    .set({ provider_session_id: sessionId, status: 'open' })
    .where('id', '=', payment.id)
    .execute();
  await settlePayment(app.deps, { kind: 'session', id: sessionId });
  return { sessionId, paymentId: payment.id };
}

/** Inserts a payment of an order that the provider does not know yet. */
export async function insertPayment(
  db: Db | Tx,
  { number, now, provider_key = randomUUID() }: { number: string; now: Date; provider_key?: string },
) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'event_id', 'user_id', 'total_pence'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('payments')
    .values({
      order_id: order.id,
      event_id: order.event_id,
      user_id: order.user_id,
      amount_pence: order.total_pence,
      provider_key,
      status: 'starting',
      created_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .returning(['id', 'provider_key', 'amount_pence'])
    .executeTakeFirstOrThrow();
}

/** Opens a payment at the provider and pays it. Returns the id of the session. */
export async function paySession(
  app: TestApp,
  payment: { provider_key: string; amount_pence: number },
  card = '4242424242424242',
): Promise<string> {
  const metadata = { payment: payment.provider_key };
  const unit = { currency: 'gbp', unit_amount: payment.amount_pence, product_data: { name: 'Tickets' } };
  const session = await connectProvider(app).checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: unit }],
    success_url: 'http://localhost/paid',
    metadata,
    payment_intent_data: { metadata },
  });
  await app.sandbox.payWithCard(session.id, { number: card });
  return session.id;
}

interface OrderRefund {
  ticket_ids?: number[];
  amount?: number;
  cancel_tickets?: boolean;
  reason?: string;
}

/** By default, the tickets end and the idempotency key is new. */
export function refundOrder(
  app: TestApp,
  { token, number, key = randomUUID() }: { token: string; number: string; key?: string },
  body: OrderRefund = {},
) {
  return app.call('POST /orders/:number/refunds', {
    token,
    params: { number },
    headers: { 'idempotency-key': key },
    body: { cancel_tickets: true, ...body },
  });
}

import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { settlePayment } from '../src/features/payments/payments.service.ts';
import type { TestApp } from './app.ts';
import { placeOrder, type NewOrder } from './orders.ts';
import { connectProvider } from './payments.ts';
import { makeOrganiserOfCodes } from './promo-codes.ts';

/** An order, and what opens it: the key of a guest, or the access token of an account. */
export interface OpenOrder {
  number: string;
  key?: string;
  token?: string;
}

export const goodCard = { number: '4242 4242 4242 4242' };

function describeCall({ number, key, token }: OpenOrder) {
  return { token, params: { number }, headers: key === undefined ? {} : { 'x-order-key': key } };
}

export function askForPage(app: TestApp, order: OpenOrder) {
  return app.call('POST /orders/:number/checkout', describeCall(order));
}

export async function openPage(app: TestApp, order: OpenOrder) {
  const { status, body } = await askForPage(app, order);
  if (status !== 200) throw new Error(`No page was opened: ${JSON.stringify(body)}`);
  return body;
}

export function askForMoreTime(app: TestApp, order: OpenOrder) {
  return app.call('POST /orders/:number/more-time', describeCall(order));
}

export function settleOrder(app: TestApp, order: OpenOrder) {
  return app.call('POST /orders/:number/settle', describeCall(order));
}

export async function readOrder(app: TestApp, order: OpenOrder) {
  return (await app.call('GET /orders/:number', describeCall(order))).body.order;
}

/** Places an order of three tickets for a new concert, and opens its payment page. */
export async function openConcertOrder(app: TestApp, fields: Parameters<typeof makeConcert>[1] = {}) {
  const concert = await makeConcert(app, fields);
  const order = await placeOrder(app, concert.wanted());
  const { session_id } = await openPage(app, order);
  return { ...concert, order, session_id };
}

export function giveBack(
  app: TestApp,
  order: OpenOrder,
  body: BodyInput<Endpoints['POST /orders/:number/cancel']> = {},
) {
  return app.call('POST /orders/:number/cancel', { ...describeCall(order), body });
}

export async function payPage(app: TestApp, sessionId: string) {
  await app.sandbox.payWithCard(sessionId, goodCard);
  const payment = await settlePayment(app.deps, { kind: 'session', id: sessionId });
  if (!payment) throw new Error(`There is no payment of ${sessionId}`);
  return payment;
}

export async function readSession(app: TestApp, sessionId: string) {
  return connectProvider(app).checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
}

/** Creates an organiser and an event with two ticket types, for £12.50 and £8, and a promo code of 10%. */
export async function makeConcert(
  app: TestApp,
  { seats = 20, max_uses, refund_days }: { seats?: number; max_uses?: number; refund_days?: number } = {},
) {
  const organiser = await makeOrganiserOfCodes(app);
  const { id, typeId: adult } = await organiser.makeSale({ price: 12.5, max_attendees: seats, refund_days });
  const { body } = await organiser.add(id, { name: 'Reduced', price: 8 });
  const { id: codeId } = await organiser.makeCode(id, { max_uses });
  const reduced = body.ticket_type.id;
  return {
    organiser,
    id,
    adult,
    reduced,
    /** An order of two tickets of the first type and one of the second. */
    wanted: (fields: Partial<NewOrder> = {}): NewOrder => ({
      event_id: id,
      items: [
        { ticket_type_id: adult, quantity: 2 },
        { ticket_type_id: reduced, quantity: 1 },
      ],
      promo_code: 'TENOFF',
      ...fields,
    }),
    readUses: () => countUses(app, codeId),
    readRemaining: async () => (await organiser.readEvent(id)).tickets_remaining,
  };
}

async function countUses(app: TestApp, codeId: number): Promise<number> {
  const code = app.db.selectFrom('promo_codes').select('uses').where('id', '=', codeId);
  return (await code.executeTakeFirstOrThrow()).uses;
}

/**
 * Places the same order again in place of a held order. The payment page of the first order stays open for a moment.
 */
export function replaceOrder(app: TestApp, first: OpenOrder, body: NewOrder, device: string) {
  return placeOrder(app, { ...body, replaces: first.number }, { device });
}

import { randomUUID } from 'node:crypto';
import { findOnlyType, makeDevice, readOrderNumber } from '../orders.ts';
import { afterSale } from './access-after-sale.ts';
import { messages } from './access-messages.ts';
import { promoCodes } from './access-promo-codes.ts';
import { row, type Row, type Scene } from './access-scene.ts';
import { doors } from './access-door.ts';
import { orderLists } from './access-order-lists.ts';
import { ticketTypes } from './access-ticket-types.ts';
import { answering, anybody, attendee, anybodyMakes, teamElseHidden } from './access-statuses.ts';

/** A caller without an access token buys as a guest. */
async function orderOne({ app }: Scene, { id, key }: { id: number; key?: string }) {
  return {
    headers: { 'idempotency-key': randomUUID(), 'x-device-id': makeDevice() },
    body: {
      event_id: id,
      items: [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
      key,
    },
  };
}

const whoOpens = [404, 404, 200, 404, 200, 200, 200, 200, 404, 200];
const whoCancels = [404, 404, 200, 404, 403, 403, 403, 403, 404, 200];
/** A site administrator gets 409, because a paid ticket can be refunded but not cancelled. */
const whoCancelsPaid = [404, 404, 200, 404, 403, 403, 403, 403, 404, 409];
const whoPays = [404, 404, 200, 404, 403, 403, 403, 403, 404, 403];
const whoOpensOfGuest = [404, 404, 404, 404, 200, 200, 200, 200, 404, 200];

const payCalls = [
  'POST /orders/:number/checkout',
  'POST /orders/:number/more-time',
  'POST /orders/:number/settle',
] as const;

const payments: Row[] = payCalls.flatMap((key) => [
  row(key, '', whoPays, (scene) => scene.heldOrder(scene.attendee.token)),
  row(key, 'of a guest', whoPays.with(attendee, 404), async (scene) => {
    const { params } = await scene.heldOrder();
    return { params };
  }),
  row(key, 'of a guest, with its key', anybody, (scene) => scene.heldOrder()),
]);

export const sales: Row[] = [
  ...ticketTypes,
  ...promoCodes,
  ...payments,
  ...afterSale,
  ...orderLists,
  ...doors,
  ...messages,
  row('POST /orders', '', anybodyMakes, async (scene) => orderOne(scene, { id: await scene.publish() })),
  row('POST /orders', 'for a draft', [404, 404, 404, 404, 409, 409, 409, 409, 404, 409], async (scene) =>
    orderOne(scene, { id: await scene.draft() }),
  ),
  row(
    'POST /orders',
    'for a private event',
    [404, ...answering(201, teamElseHidden).slice(1)],
    async (scene) => orderOne(scene, { id: (await scene.privateEvent()).id }),
  ),
  row('POST /orders', 'for a private event, with its key', anybodyMakes, async (scene) =>
    orderOne(scene, await scene.privateEvent()),
  ),
  row('GET /orders/:number', '', whoOpens, async (scene) => ({ params: { number: await scene.order() } })),
  row('GET /orders/:number', 'of a guest', whoOpensOfGuest, async (scene) => ({
    params: { number: (await scene.guestOrder()).number },
  })),
  row('GET /orders/:number', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number }, headers: { 'x-order-key': key } };
  }),
  row('GET /orders/:number', 'of a guest, with the key of another', whoOpensOfGuest, async (scene) => {
    const [{ number }, other] = [await scene.guestOrder(), await scene.guestOrder()];
    return { params: { number }, headers: { 'x-order-key': other.key } };
  }),
  row('POST /orders/:number/cancel', '', whoCancels, async (scene) => ({
    params: { number: await scene.order() },
  })),
  row(
    'POST /orders/:number/refunds',
    '',
    [401, 404, 403, 404, 403, 403, 403, 201, 404, 201],
    async (scene) => {
      const { ticketId } = await scene.paidTicket();
      return {
        params: { number: await readOrderNumber(scene.app, ticketId) },
        headers: { 'idempotency-key': randomUUID() },
        body: { cancel_tickets: true },
      };
    },
  ),
  row('POST /orders/:number/cancel', 'after payment, as its event allows', whoCancelsPaid, async (scene) => {
    const number = await readOrderNumber(scene.app, (await scene.paidTicket()).ticketId);
    await scene.app.db.updateTable('orders').set({ refund_days: 0 }).where('number', '=', number).execute();
    return { params: { number } };
  }),
  row('POST /orders/:number/cancel', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number }, headers: { 'x-order-key': key } };
  }),
];

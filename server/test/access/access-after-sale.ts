import { randomUUID } from 'node:crypto';
import { deriveTicketKey } from '../../src/mail/link-keys.ts';
import { openCheckout } from '../factories.ts';
import { anybody, team } from './access-statuses.ts';
import { row, type Row, type Scene } from './access-scene.ts';

const whoOpens = [404, 404, 200, 404, 200, 200, 200, 200, 404, 200];
const whoOpensOfGuest = [404, 404, 404, 404, 200, 200, 200, 200, 404, 200];
const whoEdits = [404, 404, 200, 404, 403, 403, 403, 403, 404, 200];
const whoEditsOfGuest = [404, 404, 404, 404, 403, 403, 403, 403, 404, 200];

const whoTransfers = [404, 404, 200, 404, 403, 403, 403, 403, 404, 403];
const whoTransfersOfGuest = [404, 404, 404, 404, 403, 403, 403, 403, 404, 403];

function transfer(key?: string) {
  return {
    headers: { 'idempotency-key': randomUUID(), ...(key !== undefined && { 'x-order-key': key }) },
    body: { name: 'Ivo Marsh', email: 'ivo@example.org' },
  };
}

const whoUses = whoTransfers;
const whoUsesOfGuest = whoTransfersOfGuest;
const whoRenews = whoEdits;
const whoRenewsOfGuest = whoEditsOfGuest;

const nobody = [404, 404, 404, 404, 404, 404, 404, 404, 404, 404];

/** Gives the ticket of a guest's order to somebody else. Returns its id and its key. */
async function giveTicket({ app, ...scene }: Scene) {
  const { number, key } = await scene.guestOrder();
  const id = await scene.ticketOf(number);
  await app.call('POST /tickets/:id/transfer', { params: { id }, ...transfer(key) });
  const { holder_salt } = await app.db
    .selectFrom('ticket_transfers')
    .select('key_salt as holder_salt')
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, ticketKey: deriveTicketKey(app.deps.sessionSecret, { ticket_id: id, holder_salt }) };
}

export const afterSale: Row[] = [
  row('GET /orders/:number/state', '', whoOpens, async (scene) => ({
    params: { number: await scene.order() },
  })),
  row('GET /orders/:number/state', 'of a guest', whoOpensOfGuest, async (scene) => ({
    params: { number: (await scene.guestOrder()).number },
  })),
  row('GET /orders/:number/state', 'with the session of its payment', anybody, async (scene) => {
    const session_id = await openCheckout(scene.app, scene.attendee, await scene.publish(10));
    const { number } = await scene.app.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select('orders.number')
      .where('payments.provider_session_id', '=', session_id)
      .executeTakeFirstOrThrow();
    return { params: { number }, query: { session_id } };
  }),
  row('PATCH /orders/:number', '', whoEdits, async (scene) => {
    const number = await scene.order();
    return { params: { number }, body: { tickets: [{ id: await scene.ticketOf(number), name: 'Ivo' }] } };
  }),
  row('PATCH /orders/:number', 'of a guest', whoEditsOfGuest, async (scene) => {
    const { number } = await scene.guestOrder();
    return { params: { number }, body: { tickets: [{ id: await scene.ticketOf(number), name: 'Ivo' }] } };
  }),
  row('PATCH /orders/:number', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    const tickets = [{ id: await scene.ticketOf(number), name: 'Ivo' }];
    return { params: { number }, headers: { 'x-order-key': key }, body: { tickets } };
  }),
  row('POST /orders/:number/resend', '', whoOpens, async (scene) => ({
    params: { number: await scene.order() },
  })),
  row('POST /orders/:number/resend', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number }, headers: { 'x-order-key': key } };
  }),
  row('GET /orders/:number/receipt.pdf', '', whoOpens, async (scene) => ({
    params: { number: await scene.order() },
  })),
  row('GET /orders/:number/receipt.pdf', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number }, headers: { 'x-order-key': key } };
  }),
  row('GET /orders/:number/tickets/:id/pdf', '', whoUses, async (scene) => {
    const number = await scene.order();
    return { params: { number, id: await scene.ticketOf(number) } };
  }),
  row('GET /orders/:number/tickets/:id/pdf', 'of a guest', whoUsesOfGuest, async (scene) => {
    const { number } = await scene.guestOrder();
    return { params: { number, id: await scene.ticketOf(number) } };
  }),
  row('GET /orders/:number/tickets/:id/pdf', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number, id: await scene.ticketOf(number) }, headers: { 'x-order-key': key } };
  }),
  row('POST /orders/:number/new-link', '', whoRenews, async (scene) => ({
    params: { number: await scene.order() },
  })),
  row('POST /orders/:number/new-link', 'of a guest', whoRenewsOfGuest, async (scene) => ({
    params: { number: (await scene.guestOrder()).number },
  })),
  row('POST /orders/:number/new-link', 'of a guest, with its key', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { number }, headers: { 'x-order-key': key } };
  }),
  row('POST /tickets/use/:codeOrId/order', '', team, async (scene) => ({
    params: { codeOrId: (await scene.ticket()).code },
  })),
  ...(['GET /tickets/:id/held', 'GET /tickets/:id/held.pdf'] as const).flatMap((key) => [
    row(key, '', nobody, async (scene) => ({ params: { id: (await giveTicket(scene)).id } })),
    row(key, 'with its key', anybody, async (scene) => {
      const { id, ticketKey } = await giveTicket(scene);
      return { params: { id }, headers: { 'x-ticket-key': ticketKey } };
    }),
  ]),
  row('POST /tickets/:id/transfer', '', whoTransfers, async (scene) => ({
    params: { id: await scene.ticketOf(await scene.order()) },
    ...transfer(),
  })),
  row('POST /tickets/:id/transfer', 'of a guest', whoTransfersOfGuest, async (scene) => ({
    params: { id: await scene.ticketOf((await scene.guestOrder()).number) },
    ...transfer(),
  })),
  row('POST /tickets/:id/transfer', 'of a guest, with the key of its order', anybody, async (scene) => {
    const { number, key } = await scene.guestOrder();
    return { params: { id: await scene.ticketOf(number) }, ...transfer(key) };
  }),
];

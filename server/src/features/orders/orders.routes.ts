import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { route } from '../../http/route.ts';
import { findBuyerEmail, getOrderFor } from './orders.access.service.ts';
import { listTicketsOfOrder, presentOrder } from './orders.details.queries.ts';
import { mayWithOrder } from './orders.policy.ts';
import { readRefundable, readRefundsOfOrder } from './orders.refunds.queries.ts';
import { listUndelivered } from './mails/undelivered.queries.ts';
import { listOffersFor } from './sale/offers.service.ts';
import { createSaleQueue } from './sale/sale-queue.service.ts';
import { createShelf } from './sale/shelf.service.ts';
import { createOrder } from './sale/sale.service.ts';

export function registerOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const siteSecret = deps.sessionSecret;
  const sales = { queue: createSaleQueue(deps), shelf: createShelf(deps) };
  // Refuse the orders that still wait for their turn, before the server waits for its open requests.
  app.addHook('preClose', async () => sales.queue.close());

  route(
    app,
    deps,
    'GET /events/:id/ticket-types',
    ({ actor, params, query, request }) =>
      listOffersFor(deps, { actor, address: callerSubject(request.ip) }, { ...params, ...query }),
    // Each promo code that somebody types is counted, so that nobody can guess codes.
    { isForEveryone: ({ key, code }) => key === undefined && code === undefined },
  );

  route(app, deps, 'POST /orders', async ({ actor, headers, body, request, answerWith }) => {
    const { order, isNew } = await createOrder(deps, sales, {
      actor,
      body,
      key: headers['idempotency-key'],
      deviceId: headers['x-device-id'],
      address: callerSubject(request.ip),
      isGone: () => request.raw.socket.destroyed,
    });
    if (!isNew) answerWith(200);
    return { order };
  });

  route(app, deps, 'GET /orders/:number', async ({ actor, params, headers }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret };
    const { order, standing } = await getOrderFor(deps.db, caller, 'read', params.number);
    const tickets = await listTicketsOfOrder(deps.db, order.id);
    const money = await readRefundsOfOrder(deps.db, order.id);
    const withCodes = mayWithOrder('use', standing);
    const withNotes = mayWithOrder('manage', standing);
    const now = deps.clock.now();
    const refundable = withNotes ? await readRefundable(deps.db, order.id) : undefined;
    const undeliveredIds = withCodes ? await listUndelivered(deps.db, tickets) : [];
    const choices = { withCodes, withNotes, ...money, refundable, undeliveredIds, now };
    const shown = presentOrder(order, tickets, choices);
    return { order: { ...shown, buyer_email: findBuyerEmail(caller, { order, standing }, tickets) } };
  });
}

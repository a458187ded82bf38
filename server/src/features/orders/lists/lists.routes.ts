import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { doCostlyParts } from '../../../http/costly-work.ts';
import { route } from '../../../http/route.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { assertMayReadFor } from '../../users/users.service.ts';
import { countClaimableOrders } from './claims.service.ts';
import { writeOrdersCsv } from './csv.service.ts';
import { listEventOrders, listUserOrders, presentListedOrder, presentOwnOrder } from './lists.queries.ts';

export function registerOrderListRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/orders', async ({ actor, params, query }) => {
    const event = await getEventFor(deps.db, actor, 'manage', params);
    const { orders, total } = await listEventOrders(deps.db, event.id, query);
    return {
      orders: orders.map((order) => presentListedOrder(actor, order)),
      total_orders: total,
      total_pages: Math.ceil(total / query.limit),
    };
  });

  route(app, deps, 'GET /events/:id/orders.csv', async ({ actor, params, query }) => {
    const { id: eventId, title } = await getEventFor(deps.db, actor, 'manage', params);
    const parts = writeOrdersCsv(deps, actor, { eventId, ...query });
    return { content: await doCostlyParts(deps, actor, parts), filename: `${title} - orders.csv` };
  });

  route(app, deps, 'GET /users/:id/orders', async ({ actor, params, query }) => {
    await assertMayReadFor(deps.db, actor, params.id);
    const [{ orders, total }, claimable_orders] = await Promise.all([
      listUserOrders(deps.db, params.id, query),
      params.id === actor.id ? countClaimableOrders(deps.db, actor.id) : 0,
    ]);
    return {
      orders: orders.map((order) => presentOwnOrder(actor, order)),
      total_orders: total,
      total_pages: Math.ceil(total / query.limit),
      claimable_orders,
    };
  });
}

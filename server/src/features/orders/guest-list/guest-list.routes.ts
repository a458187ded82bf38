import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { presentListedOrder, readOrders } from '../lists/lists.queries.ts';
import { giveToGuests } from './guest-list.service.ts';

export function registerGuestListRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    'POST /events/:id/complimentary-tickets',
    async ({ actor, params, headers, body, request, answerWith }) => {
      const signed = { actor, address: callerSubject(request.ip) };
      const list = { eventId: params.id, body, key: headers['idempotency-key'] };
      const { isNew, orderIds } = await giveToGuests(deps, signed, list);
      if (!isNew) answerWith(200);
      const orders = (await readOrders(deps.db, orderIds)).toReversed();
      return {
        msg: 'Your guests get their tickets by email',
        orders: orders.map((order) => presentListedOrder(actor, order)),
      };
    },
  );
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { cancelOrder } from './cancelling.service.ts';
import { refundOrder } from './order-refunds.service.ts';

export function registerRefundRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /orders/:number/refunds', async ({ actor, params, headers, body, answerWith }) => {
    const { isNew, ...answer } = await refundOrder(deps, actor, {
      number: params.number,
      key: headers['idempotency-key'],
      ticketIds: body.ticket_ids,
      amountPence: body.amount,
      cancelTickets: body.cancel_tickets,
      note: body.reason,
    });
    if (!isNew) answerWith(200);
    return answer;
  });

  route(app, deps, 'POST /orders/:number/cancel', async ({ actor, params, headers, body, request }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret: deps.sessionSecret };
    const address = callerSubject(request.ip);
    const { ticket_ids: ticketIds, only_unpaid: isOnlyUnpaid = false } = body;
    const order = await cancelOrder(deps, caller, {
      number: params.number,
      address,
      ticketIds,
      isOnlyUnpaid,
    });
    return { msg: 'The order was cancelled', order };
  });
}

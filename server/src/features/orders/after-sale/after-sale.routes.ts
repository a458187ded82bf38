import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { getOrderFor } from '../orders.access.service.ts';
import { findOrderByNumber } from '../orders.details.queries.ts';
import { hasPaymentSession } from './after-sale.queries.ts';
import { printHeldTicket, showHeldTicket } from './held.service.ts';
import { renameAttendees } from './names.service.ts';
import { renewOrderLink } from './new-link.service.ts';
import { printOrderedTicket } from './ordered-ticket.service.ts';
import { printReceipt } from './receipts.service.ts';
import { resendOrderMail } from './resend.service.ts';
import { transferTicket } from './transfers.service.ts';

export function registerAfterSaleRoutes(app: FastifyInstance, deps: Deps): void {
  const siteSecret = deps.sessionSecret;

  route(app, deps, 'GET /orders/:number/state', async ({ actor, params, query, headers }) => {
    const order = await findOrderByNumber(deps.db, params.number);
    if (!order) throw new ApiError('order_not_found');
    const hasPaid =
      query.session_id !== undefined && (await hasPaymentSession(deps.db, order.id, query.session_id));
    if (!hasPaid) {
      await getOrderFor(deps.db, { actor, key: headers['x-order-key'], siteSecret }, 'read', params.number);
    }
    return { number: order.number, status: order.status };
  });

  route(app, deps, 'PATCH /orders/:number', async ({ actor, params, headers, body, request }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret };
    const address = callerSubject(request.ip);
    const change = { number: params.number, changes: body.tickets, address };
    return { msg: 'The tickets were changed', order: await renameAttendees(deps, caller, change) };
  });

  route(app, deps, 'POST /orders/:number/resend', async ({ actor, params, headers }) => {
    await resendOrderMail(deps, { actor, key: headers['x-order-key'], siteSecret }, params.number);
    return { msg: 'The mail is on its way' };
  });

  route(app, deps, 'POST /tickets/:id/transfer', async ({ actor, params, headers, body, request }) => {
    await transferTicket(
      deps,
      { actor, key: headers['x-order-key'], siteSecret },
      {
        ticketId: params.id,
        to: body,
        idempotencyKey: headers['idempotency-key'],
        address: callerSubject(request.ip),
      },
    );
    return { msg: `The ticket belongs to ${body.name} now` };
  });

  route(app, deps, 'GET /tickets/:id/held', async ({ params, headers }) => ({
    ticket: await showHeldTicket(deps, params.id, headers['x-ticket-key']),
  }));

  route(app, deps, 'GET /tickets/:id/held.pdf', ({ params, headers }) =>
    printHeldTicket(deps, params.id, headers['x-ticket-key']),
  );

  route(app, deps, 'GET /orders/:number/receipt.pdf', ({ actor, params, headers }) =>
    printReceipt(deps, { actor, key: headers['x-order-key'], siteSecret }, params.number),
  );

  route(app, deps, 'GET /orders/:number/tickets/:id/pdf', ({ actor, params, headers }) =>
    printOrderedTicket(deps, { actor, key: headers['x-order-key'], siteSecret }, params),
  );

  route(app, deps, 'POST /orders/:number/new-link', async ({ actor, params, headers }) => {
    await renewOrderLink(deps, { actor, key: headers['x-order-key'], siteSecret }, params.number);
    return { msg: 'The new link is on its way to the buyer' };
  });
}

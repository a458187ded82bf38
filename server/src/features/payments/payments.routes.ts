import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { presentTicket } from '../tickets/tickets.queries.ts';
import { assertMayReadFor } from '../users/users.service.ts';
import { startCheckout, startIntent } from './checkout/checkout.service.ts';
import { listKeptCards } from './customers/customers.service.ts';
import { findFirstTicket, listUserPayments } from './payments.queries.ts';
import { refundTicket } from './refunds/refunds.service.ts';
import { chooseReturnSite, describeStatus, isFinal } from './payments.rules.ts';
import { getPaymentFor, getSettledPayment } from './payments.service.ts';
import { storeWebhook } from './webhooks/webhooks.service.ts';

export function registerPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /stripe/create-checkout-session', async ({ actor, body, request }) => {
    await countUse(deps, 'payment_calls_account', actor.id);
    const returnSite = chooseReturnSite(request.headers.origin, deps.config.corsOrigins);
    const checkout = await startCheckout(deps, actor, body, returnSite);
    return { ...checkout, data: checkout };
  });

  route(app, deps, 'POST /stripe/create-payment-intent', async ({ actor, body }) => {
    await countUse(deps, 'payment_calls_account', actor.id);
    const { amountPence: amount, ...intent } = await startIntent(deps, actor, body);
    return { ...intent, amount };
  });

  registerSessionRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerWebhook(app, deps);

  route(app, deps, 'POST /stripe/refund/:ticketId', async ({ actor, params, body }) => {
    const { ticket, refundId } = await refundTicket(deps, actor, params.ticketId, body.reason);
    return { success: true, refundId, ticket: presentTicket(actor, ticket) };
  });
}

function registerSessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /stripe/checkout-sessions/:sessionId', async ({ actor, params }) => {
    const payment = await getPaymentFor(deps, actor, params.sessionId);
    await countUse(deps, 'payment_calls_account', actor.id);
    const session = await deps.payments.findSession(params.sessionId);
    if (!session) throw new ApiError('session_not_found');
    return {
      session: {
        id: session.id,
        status: session.status,
        payment_status: session.paymentStatus,
        amount: session.amountPence,
        currency: session.currency,
        event_id: payment.event_id,
        url: session.url,
      },
    };
  });

  route(app, deps, 'GET /stripe/payment-status/:sessionId', async ({ actor, params }) => {
    await countUse(deps, 'payment_calls_account', actor.id);
    const payment = await getSettledPayment(deps, actor, params.sessionId);
    const status = describeStatus(payment.status);
    return {
      success: true,
      status,
      isPaid: status === 'paid',
      hasBeenProcessed: isFinal(payment.status),
      sessionId: params.sessionId,
      amount: payment.amount_pence,
      eventId: payment.event_id,
      ticketId: await findFirstTicket(deps.db, payment.id),
    };
  });

  route(app, deps, 'POST /stripe/sync-payment/:sessionId', async ({ actor, params }) => {
    await countUse(deps, 'payment_calls_account', actor.id);
    const payment = await getSettledPayment(deps, actor, params.sessionId);
    if (describeStatus(payment.status) !== 'paid') throw new ApiError('payment_not_completed');
    return {
      success: true,
      ticketId: await findFirstTicket(deps.db, payment.id),
      paymentId: payment.id,
    };
  });
}

function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /stripe/payment-methods/:userId', async ({ actor, params }) => {
    await assertMayReadFor(deps.db, actor, params.userId);
    await countUse(deps, 'payment_calls_account', actor.id);
    const cards = await listKeptCards(deps, params.userId);
    return {
      paymentMethods: cards.map(({ expMonth, expYear, ...card }) => ({
        ...card,
        exp_month: expMonth,
        exp_year: expYear,
      })),
    };
  });

  route(app, deps, 'GET /stripe/payments/:userId', async ({ actor, params }) => {
    await assertMayReadFor(deps.db, actor, params.userId);
    const rows = await listUserPayments(deps.db, params.userId);
    return {
      payments: rows.map(({ disputed_at, ...row }) => ({
        ...row,
        status: describeStatus(row.status),
        refund_pending: row.status === 'refund_pending',
        disputed: disputed_at !== null,
      })),
    };
  });
}

function registerWebhook(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _options, done) => {
    // The signature covers the exact bytes of the body, so the body must not be parsed before the signature is
    // checked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    route(scope, deps, 'POST /stripe/webhook', async ({ request }) => {
      const signature = request.headers['stripe-signature'];
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await storeWebhook(deps, rawBody, typeof signature === 'string' ? signature : undefined);
      return { received: true as const };
    });
    done();
  });
}

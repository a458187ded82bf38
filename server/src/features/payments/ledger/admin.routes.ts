import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { route } from '../../../http/route.ts';
import { compareLedger, reconcilePayment } from './reconcile.service.ts';
import { findWebhook, listWebhooks } from '../webhooks/webhooks.queries.ts';
import { processWebhook } from '../webhooks/webhooks.service.ts';

export function registerPaymentAdminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /admin/webhooks', async ({ query }) => {
    const { rows, total } = await listWebhooks(deps.db, query);
    return { webhooks: rows, total_webhooks: total, total_pages: Math.ceil(total / query.limit) };
  });

  route(app, deps, 'POST /admin/webhooks/:webhookId/retry', async ({ params }) => {
    const event = await findWebhook(deps.db, params.webhookId);
    if (!event) throw new ApiError('webhook_not_found');
    await processWebhook(deps, event).catch((error: unknown) =>
      deps.log.warn({ err: error, webhook: event.id }, 'a retried webhook failed again'),
    );
    return { webhook: (await findWebhook(deps.db, params.webhookId)) ?? event };
  });

  route(app, deps, 'GET /admin/payments', async ({ query }) => {
    const { payments, total } = await compareLedger(deps, query);
    return { payments, total_payments: total, total_pages: Math.ceil(total / query.limit) };
  });

  route(app, deps, 'POST /admin/payments/:id/reconcile', async ({ params }) => ({
    payment: await reconcilePayment(deps, params.id),
  }));
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../http/route.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import { listPromoCodes } from './promo-codes.queries.ts';
import { createPromoCode, presentCode, updatePromoCode } from './promo-codes.service.ts';

export function registerPromoCodeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/promo-codes', async ({ actor, params, query }) => {
    const { event, standing } = await getEventAndStanding(deps.db, actor, 'edit', params);
    const { codes, total } = await listPromoCodes(deps.db, event, query);
    const viewed = { now: deps.clock.now(), actor, role: standing.role };
    return {
      promo_codes: codes.map((code) => presentCode(code, viewed)),
      total_promo_codes: total,
      total_pages: Math.ceil(total / query.limit),
    };
  });

  route(app, deps, 'POST /events/:id/promo-codes', async ({ actor, params, body }) => ({
    msg: 'The promo code was created',
    promo_code: await createPromoCode(deps, actor, params.id, body),
  }));

  route(app, deps, 'PATCH /events/:id/promo-codes/:codeId', async ({ actor, params, body }) => ({
    msg: 'The promo code was changed',
    promo_code: await updatePromoCode(deps, actor, params, body),
  }));
}

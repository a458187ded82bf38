import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../http/route.ts';
import { repeatEvent } from './series.service.ts';

export function registerSeriesRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /events/:id/repeats', async ({ actor, params, body }) => {
    const { series_id, events } = await repeatEvent(deps, actor, { id: params.id, starts: body.starts });
    const msg = events.length === 1 ? '1 event was added' : `${events.length} events were added`;
    return { msg, series_id, events };
  });
}

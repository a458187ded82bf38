import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../http/route.ts';
import { createType, deleteType, updateType } from './changes.service.ts';

export function registerTicketTypeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /events/:id/ticket-types', async ({ actor, params, body }) => ({
    msg: 'The ticket type was added',
    ticket_type: await createType(deps, actor, params.id, body),
  }));

  route(app, deps, 'PATCH /events/:id/ticket-types/:typeId', async ({ actor, params, body }) => ({
    msg: 'The ticket type was changed',
    ticket_type: await updateType(deps, actor, params, body),
  }));

  route(app, deps, 'DELETE /events/:id/ticket-types/:typeId', async ({ actor, params }) => {
    await deleteType(deps, actor, params);
    return undefined;
  });
}

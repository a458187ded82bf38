import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../http/route.ts';
import { getEventAndStanding } from '../events.access.service.ts';
import { mayDo } from '../events.policy.ts';
import { createType, deleteType, updateType } from './changes.service.ts';
import { countHeld, listOffers } from './types.queries.ts';
import { presentForBuyer, presentForManager } from './types.rules.ts';

export function registerTicketTypeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/ticket-types', async ({ actor, params, query }) => {
    const address = { ...params, ...query };
    const { event, standing } = await getEventAndStanding(deps.db, actor, 'view', address);
    const manages = mayDo('manage', event, actor, standing);
    const offers = await listOffers(deps.db, event.id, { withHidden: manages });
    const viewed = { event, held: await countHeld(deps.db, event.id), now: deps.clock.now() };
    const present = manages ? presentForManager : presentForBuyer;
    return { ticket_types: offers.map((offer) => present(offer, viewed)) };
  });

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

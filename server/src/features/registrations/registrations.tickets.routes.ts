import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { presentTicket } from '../tickets/tickets.queries.ts';
import { changeTicket, deleteTicket, giveTicket } from './registrations.tickets.service.ts';

/**
 * Routes that change a ticket together with its registration and seat. They are here because the tickets feature must
 * not depend on registrations.
 */
export function registerTicketChangeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /tickets', async ({ actor, body }) => {
    const input = { eventId: body.event_id, userId: body.user_id, registrationId: body.registration_id };
    return {
      msg: 'Ticket created successfully',
      ticket: presentTicket(await giveTicket(deps, actor, input)),
    };
  });

  route(app, deps, 'PATCH /tickets/:id', async ({ actor, params, body }) => ({
    msg: 'Ticket updated successfully',
    ticket: presentTicket(await changeTicket(deps, actor, params.id, body)),
  }));

  route(app, deps, 'DELETE /tickets/:id', async ({ actor, params }) => {
    await deleteTicket(deps, actor, params.id);
    return undefined;
  });
}

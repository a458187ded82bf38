import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { presentTicket } from '../../tickets/tickets.queries.ts';
import { changeTicket, deleteTicket, giveTicket } from './tickets.service.ts';

/**
 * Registers the routes that change a ticket together with its registration, which the tickets feature does not know.
 */
export function registerTicketChangeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /tickets', async ({ actor, body, request }) => {
    const { event_id: eventId, registration_id: registrationId, who } = body;
    const signed = { actor, address: callerSubject(request.ip) };
    return {
      msg: 'Ticket created successfully',
      ticket: presentTicket(actor, await giveTicket(deps, signed, { eventId, registrationId, who })),
    };
  });

  route(app, deps, 'PATCH /tickets/:id', async ({ actor, params, body }) => ({
    msg: 'Ticket updated successfully',
    ticket: presentTicket(actor, await changeTicket(deps, actor, params.id, body)),
  }));

  route(app, deps, 'DELETE /tickets/:id', async ({ actor, params }) => {
    await deleteTicket(deps, actor, params.id);
    return undefined;
  });
}

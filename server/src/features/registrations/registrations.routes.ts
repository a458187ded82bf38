import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { getEventFor, listPermissions } from '../events/events.service.ts';
import { presentTicket } from '../tickets/tickets.queries.ts';
import { assertMayReadFor } from '../users/users.service.ts';
import { listEventRegistrations, listUserRegistrations } from './registrations.queries.ts';
import { cancelRegistration, registerForEvent } from './registrations.service.ts';
import { changeTicket, deleteTicket, giveTicket } from './registrations.tickets.service.ts';

export function registerRegistrationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /events/:id/register', async ({ actor, params, body, answerWith }) => {
    const input = { eventId: params.id, userId: body.user_id ?? actor.id };
    const { registration, reactivated } = await registerForEvent(deps, actor, input);
    if (!reactivated) return { msg: 'Registration successful', registration };
    answerWith(200);
    return { msg: 'Registration reactivated successfully', registration };
  });

  route(app, deps, 'PATCH /events/registrations/:id/cancel', async ({ actor, params }) => ({
    msg: 'Registration cancelled successfully',
    registration: await cancelRegistration(deps, actor, params.id),
  }));

  route(app, deps, 'GET /events/:id/registrations', async ({ actor, params }) => {
    const event = await getEventFor(deps.db, actor, 'view', params.id);
    const { can_manage } = await listPermissions(deps.db, actor, event);
    return {
      registrations: await listEventRegistrations(deps.db, event.id, can_manage ? undefined : actor.id),
    };
  });

  route(app, deps, 'GET /users/:id/registrations', async ({ actor, params, query }) => {
    await assertMayReadFor(deps.db, actor, params.id);
    const rows = await listUserRegistrations(deps.db, params.id, { all: query.status === 'all' });
    return { registrations: rows.map(({ ticket_paid, ...row }) => ({ ...row, paid: ticket_paid === true })) };
  });

  registerTicketChanges(app, deps);
}

/** Tickets come and go with registrations and their seats, which the tickets feature knows nothing of. */
function registerTicketChanges(app: FastifyInstance, deps: Deps) {
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

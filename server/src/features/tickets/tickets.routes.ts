import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { doCostlyWork } from '../../http/costly-work.ts';
import { route } from '../../http/route.ts';
import { describeSite } from '../../mail/compose.ts';
import { renderTicketPdf } from '../../mail/pdf.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { assertMayReadFor, assertUserExists } from '../users/users.service.ts';
import {
  listEventTickets,
  listTickets,
  listUserTickets,
  listUserTicketsFor,
  presentTicket,
} from './tickets.queries.ts';
import { assertLive, isPaidAndLive, printTicket } from './tickets.rules.ts';
import {
  assertAdmits,
  checkInOrder,
  checkInTicket,
  getShownTicket,
  getTicketFor,
} from './tickets.service.ts';

export function registerTicketRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /tickets', async ({ actor, query }) => {
    const { rows, total } = await listTickets(deps.db, query);
    return {
      tickets: rows.map((ticket) => presentTicket(actor, ticket)),
      total_tickets: total,
      total_pages: Math.ceil(total / query.limit),
    };
  });

  route(app, deps, 'GET /tickets/event/:eventId', async ({ actor, params }) => {
    const event = await getEventFor(deps.db, actor, 'manage', { id: params.eventId });
    return {
      tickets: (await listEventTickets(deps.db, event.id)).map((ticket) => presentTicket(actor, ticket)),
    };
  });

  route(app, deps, 'GET /tickets/:id', async ({ actor, params }) => ({
    ticket: presentTicket(actor, await getTicketFor(deps.db, actor, 'see', params.id)),
  }));

  route(app, deps, 'GET /tickets/:id/pdf', async ({ actor, params }) => {
    const ticket = printTicket(await getTicketFor(deps.db, actor, 'see', params.id));
    assertLive(ticket);
    const content = await doCostlyWork(deps, actor, () => renderTicketPdf(ticket, describeSite(deps)));
    return { content, filename: `${ticket.event_title}.pdf` };
  });

  route(app, deps, 'GET /tickets/user/:userId', async ({ actor, params }) => {
    await assertMayReadFor(deps.db, actor, params.userId);
    const tickets = await listUserTickets(deps.db, params.userId);
    return { tickets: tickets.map((ticket) => presentTicket(actor, ticket)) };
  });

  route(app, deps, 'GET /tickets/user/:userId/event/:eventId', async ({ actor, params }) => {
    const isOwn = canActFor(actor, params.userId);
    if (!isOwn) await getEventFor(deps.db, actor, 'manage', { id: params.eventId });
    const tickets = await listUserTicketsFor(deps.db, params.userId, params.eventId);
    if (tickets.length === 0) {
      // People may always read their own tickets. People without a ticket must have the right to see the event, because
      // otherwise the answer would reveal that it exists.
      if (isOwn) await getEventFor(deps.db, actor, 'view', { id: params.eventId });
      await assertUserExists(deps.db, params.userId);
    }
    return {
      hasUserPaid: tickets.some(isPaidAndLive),
      tickets: tickets.map((ticket) => presentTicket(actor, ticket)),
    };
  });

  route(app, deps, 'GET /tickets/verify/:code', async ({ actor, params }) => {
    const ticket = await getShownTicket(deps, actor, 'see', params.code);
    assertAdmits(actor, ticket, deps.clock.now());
    return { msg: 'Ticket is valid', ticket: presentTicket(actor, ticket) };
  });

  route(app, deps, 'POST /tickets/use/:codeOrId', async ({ actor, params }) => ({
    msg: 'Ticket marked as used',
    ticket: presentTicket(actor, await checkInTicket(deps, actor, params.codeOrId)),
  }));
  route(app, deps, 'POST /tickets/use/:codeOrId/order', async ({ actor, params }) => {
    const tickets = await checkInOrder(deps, actor, params.codeOrId);
    return {
      msg: `${tickets.length === 1 ? '1 ticket' : `${tickets.length} tickets`} marked as used`,
      tickets: tickets.map((ticket) => presentTicket(actor, ticket)),
    };
  });
}

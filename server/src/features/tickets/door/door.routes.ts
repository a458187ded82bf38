import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { getDoorFor, type DoorCaller } from './access.service.ts';
import { createDoorLink, revokeDoorLink } from './links.service.ts';
import { countAdmitted, guestsPerPage, listDoorGuests, listLinks } from './door.queries.ts';
import { findOpening } from './door.rules.ts';
import { recordScans, undoScan } from './door.service.ts';

interface KeyedCall {
  actor: Actor | null;
  headers: { 'x-door-key'?: string | undefined };
  request: FastifyRequest;
}

export function registerDoorRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/door-links', async ({ actor, params }) => {
    const event = await getEventFor(deps.db, actor, 'manage', params);
    return { links: await listLinks(deps.db, event.id), ...findOpening(event) };
  });

  route(app, deps, 'POST /events/:id/door-links', async ({ actor, params, body }) => ({
    msg: 'The link was made',
    ...(await createDoorLink(deps, actor, params.id, body.name)),
  }));

  route(app, deps, 'DELETE /events/:id/door-links/:linkId', async ({ actor, params }) => {
    await revokeDoorLink(deps, actor, params);
    return undefined;
  });

  route(app, deps, 'GET /events/:id/door', async (call) => {
    const { event, linkName } = await getDoorFor(deps, readCaller(call), call.params.id);
    const { title, start_time, end_time } = event;
    return {
      title,
      start_time,
      end_time,
      ...findOpening(event),
      link_name: linkName,
      ...(await countAdmitted(deps.db, event.id)),
    };
  });

  route(app, deps, 'GET /events/:id/door/guests', async (call) => {
    const { event, checker } = await getDoorFor(deps, readCaller(call), call.params.id);
    const guests = await listDoorGuests(deps.db, checker, event.id, call.query.after ?? 0);
    return { guests, is_last: guests.length < guestsPerPage };
  });

  route(app, deps, 'POST /events/:id/door/scans', async (call) => {
    const door = await getDoorFor(deps, readCaller(call), call.params.id);
    return { results: await recordScans(deps, door, call.body.scans) };
  });

  route(app, deps, 'POST /events/:id/door/undo', async (call) => {
    const door = await getDoorFor(deps, readCaller(call), call.params.id);
    return { ticket: await undoScan(deps, door, call.body.ticket_id) };
  });
}

function readCaller({ actor, headers, request }: KeyedCall): DoorCaller {
  return { actor, key: headers['x-door-key'], address: callerSubject(request.ip) };
}

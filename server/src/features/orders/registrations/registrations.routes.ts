import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { describePermissions, getEventAndStanding } from '../../events/events.access.service.ts';
import { assertMayReadFor } from '../../users/users.service.ts';
import { listEventRegistrations, listUserRegistrations } from './registrations.queries.ts';
import { cancelRegistration, registerForEvent } from './registrations.service.ts';

export function registerRegistrationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /events/:id/register', async ({ actor, params, body, request, answerWith }) => {
    const input = { eventId: params.id, userId: body.user_id ?? actor.id, key: body.key };
    const signed = { actor, address: callerSubject(request.ip) };
    const { registration, reactivated } = await registerForEvent(deps, signed, input);
    if (!reactivated) return { msg: 'Registration successful', registration };
    answerWith(200);
    return { msg: 'Registration reactivated successfully', registration };
  });

  route(app, deps, 'PATCH /events/registrations/:id/cancel', async ({ actor, params }) => ({
    msg: 'Registration cancelled successfully',
    registration: await cancelRegistration(deps, actor, params.id),
  }));

  route(app, deps, 'GET /events/:id/registrations', async ({ actor, params, query }) => {
    const found = await getEventAndStanding(deps.db, actor, 'view', { ...params, ...query });
    const { can_manage } = describePermissions(actor, found);
    return {
      registrations: await listEventRegistrations(deps.db, actor, {
        eventId: found.event.id,
        onlyUserId: can_manage ? undefined : actor.id,
      }),
    };
  });

  route(app, deps, 'GET /users/:id/registrations', async ({ actor, params, query }) => {
    await assertMayReadFor(deps.db, actor, params.id);
    return {
      registrations: await listUserRegistrations(deps.db, params.id, { all: query.status === 'all' }),
    };
  });
}

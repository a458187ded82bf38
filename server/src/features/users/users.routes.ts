import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { describeCaller } from '../../http/caller.ts';
import { ApiError } from '../../http/errors.ts';
import { countLookUp, limitTakenNames } from './users.tries.service.ts';
import { route } from '../../http/route.ts';
import type { Actor } from '../../http/session.ts';
import { canActFor } from './users.policy.ts';
import { updateUser } from './users.profile.service.ts';
import { findUserByEmailFor, findUserByUsername, listUsers } from './users.queries.ts';
import { assertMayActFor, createUser, getUserWithTeams, withDuty } from './users.service.ts';

export function registerUserRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /users', async ({ query }) => {
    const { users, total } = await listUsers(deps.db, query);
    return { users: users.map((user) => withDuty(deps, user)), total_users: total };
  });

  route(app, deps, 'POST /users', async ({ actor, body }) => {
    const user = await createUser(deps, actor, body);
    return { user, newUser: user };
  });

  /** Every look-up of another user counts towards the limit, even if the user does not exist. */
  async function showUser({ actor, request }: { actor: Actor; request: FastifyRequest }, userId?: number) {
    if (userId !== actor.id) await countLookUp(deps, { actor, address: callerSubject(request.ip) });
    if (userId === undefined) throw new ApiError('user_not_found');
    const { id, username, profile_image_url, created_at, ...rest } = await getUserWithTeams(
      deps,
      deps.db,
      userId,
    );
    const publicForm = { id, username, profile_image_url, created_at };
    return { user: canActFor(actor, id) ? { ...publicForm, ...rest } : publicForm };
  }

  route(app, deps, 'GET /users/:id', (call) => showUser(call, call.params.id));

  route(app, deps, 'GET /users/username/:username', async (call) =>
    showUser(call, (await findUserByUsername(deps.db, call.params.username))?.id),
  );

  route(app, deps, 'GET /users/email/:email', async (call) =>
    showUser(call, (await findUserByEmailFor(deps.db, call.actor, call.params.email))?.id),
  );

  route(
    app,
    deps,
    'PATCH /users/:id',
    async ({ actor, params, body, file, request }) => {
      const target = { userId: params.id, caller: describeCaller(request) };
      const update = () => updateUser(deps, actor, target, body, file);
      const isLimited = (body.username ?? body.email) !== undefined && !actor.isSiteAdmin;
      const limited = () =>
        limitTakenNames(deps, target.caller.address, () => limitTakenNames(deps, actor.id, update));
      const user = await (isLimited ? limited() : update());
      return { msg: 'User updated successfully', user };
    },
    { beforeForm: async ({ actor, params }) => assertMayActFor(actor, params.id) },
  );

  route(app, deps, 'GET /users/:id/is-site-admin', async ({ actor, params }) => {
    assertMayActFor(actor, params.id);
    const { is_site_admin } = await getUserWithTeams(deps, deps.db, params.id);
    return { is_site_admin };
  });
}

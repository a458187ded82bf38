import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Actor } from '../../http/session.ts';
import { canActFor } from './users.policy.ts';
import { findUserBy, listUsers } from './users.queries.ts';
import { assertMayActFor, createUser, getUserWithTeams, updateUser } from './users.service.ts';

export function registerUserRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /users', async ({ query }) => {
    const { users, total } = await listUsers(deps.db, query);
    return { users, total_users: total };
  });

  route(app, deps, 'POST /users', async ({ actor, body }) => {
    const user = await createUser(deps, actor, body);
    return { user, newUser: user };
  });

  async function showUser(actor: Actor, userId: number | undefined) {
    if (userId === undefined) throw new ApiError('user_not_found');
    const { id, username, profile_image_url, created_at, ...rest } = await getUserWithTeams(deps.db, userId);
    const publicForm = { id, username, profile_image_url, created_at };
    return { user: canActFor(actor, id) ? { ...publicForm, ...rest } : publicForm };
  }

  route(app, deps, 'GET /users/:id', ({ actor, params }) => showUser(actor, params.id));

  route(app, deps, 'GET /users/username/:username', async ({ actor, params }) =>
    showUser(actor, (await findUserBy(deps.db, 'username', params.username))?.id),
  );

  route(app, deps, 'GET /users/email/:email', async ({ actor, params }) =>
    showUser(actor, (await findUserBy(deps.db, 'email', params.email))?.id),
  );

  route(app, deps, 'PATCH /users/:id', async ({ actor, params, body }) => ({
    msg: 'User updated successfully',
    user: await updateUser(deps, actor, params.id, body),
  }));

  route(app, deps, 'GET /users/:id/is-site-admin', async ({ actor, params }) => {
    assertMayActFor(actor, params.id);
    const { is_site_admin } = await getUserWithTeams(deps.db, params.id);
    return { is_site_admin };
  });
}

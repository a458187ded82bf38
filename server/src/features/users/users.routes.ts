import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { canActFor } from './users.policy.ts';
import { getUserIdFor, getWholeUser, updateUser } from './users.service.ts';

export function registerUserRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /users/:id', async ({ actor, params }) => {
    const { id, username, profile_image_url, created_at, ...rest } = await getWholeUser(deps.db, params.id);
    const publicForm = { id, username, profile_image_url, created_at };
    return { user: canActFor(actor, id) ? { ...publicForm, ...rest } : publicForm };
  });

  route(app, deps, 'PATCH /users/:id', async ({ actor, params, body }) => ({
    msg: 'User updated successfully',
    user: await updateUser(deps, actor, params.id, body),
  }));

  route(app, deps, 'GET /users/:id/is-site-admin', async ({ actor, params }) => {
    const { is_site_admin } = await getWholeUser(deps.db, getUserIdFor(actor, params.id));
    return { is_site_admin };
  });
}

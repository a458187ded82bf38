import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { claimOrders } from './accounts.claims.service.ts';
import { exportUser } from './accounts.export.service.ts';
import { previewDeletion } from './accounts.preview.service.ts';
import { deleteUser } from './accounts.removal.service.ts';

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /users/:id/export', ({ actor, params }) => exportUser(deps, actor, params.id));

  route(app, deps, 'GET /users/:id/deletion', ({ actor, params }) => previewDeletion(deps, actor, params.id));

  route(app, deps, 'POST /users/:id/orders/claim', async ({ actor, params }) => {
    const claimed = await claimOrders(deps, actor, params.id);
    return { msg: describeClaim(claimed), claimed };
  });

  route(app, deps, 'DELETE /users/:id', async ({ actor, params, body }) => {
    await deleteUser(deps, actor, params.id, body.current_password);
    return undefined;
  });
}

function describeClaim(claimed: number): string {
  if (claimed === 0) return 'There are no orders to claim';
  return claimed === 1 ? '1 order is in your account now' : `${claimed} orders are in your account now`;
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { describeCaller, sendDeviceCookie } from '../../http/caller.ts';
import { ApiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { endOtherSessions, endSessionOf, listSessions } from '../../http/session-store.ts';
import { confirmPassword, logIn, logOut, refreshSession, registerUser } from './auth.service.ts';

export function registerAuthRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /auth/register', async ({ body, request, reply }) => {
    const { deviceToken, ...data } = await registerUser(deps, body, describeCaller(request));
    sendDeviceCookie(reply, deps.publicUrl, deviceToken);
    return { data };
  });

  route(app, deps, 'POST /auth/login', async ({ body, request, reply }) => {
    const { deviceToken, ...data } = await logIn(deps, body, describeCaller(request));
    sendDeviceCookie(reply, deps.publicUrl, deviceToken);
    return { data };
  });

  route(app, deps, 'POST /auth/refresh-token', async ({ body }) => ({
    data: await refreshSession(deps, body.refreshToken),
  }));

  route(app, deps, 'POST /auth/logout', async ({ body }) => {
    await logOut(deps, body.refreshToken);
    return { msg: 'Logged out successfully' };
  });

  route(app, deps, 'GET /auth/sessions', async ({ actor }) => ({
    sessions: await listSessions(deps.db, {
      userId: actor.id,
      current: actor.sessionId,
      now: deps.clock.now(),
    }),
  }));

  route(app, deps, 'DELETE /auth/sessions', async ({ actor }) => {
    await endOtherSessions(deps.db, actor.id, { except: actor.sessionId });
    return undefined;
  });

  route(app, deps, 'DELETE /auth/sessions/:sessionId', async ({ actor, params }) => {
    if (!(await endSessionOf(deps.db, actor.id, params.sessionId))) throw new ApiError('not_found');
    return undefined;
  });

  route(app, deps, 'POST /auth/confirm-password', async ({ actor, body }) => {
    await confirmPassword(deps, actor, body.password);
    return { msg: 'Password confirmed' };
  });
}

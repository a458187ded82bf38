import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { describeCaller, sendDeviceCookie } from '../../http/caller.ts';
import { route } from '../../http/route.ts';
import { logIn, logOut, refreshSession, registerUser } from './auth.service.ts';

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
}

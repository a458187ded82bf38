import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { describeCaller, sendDeviceCookie } from '../../../http/caller.ts';
import { route } from '../../../http/route.ts';
import { logInWithCode } from './log-in.service.ts';
import {
  confirmTwoFactor,
  describeTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  setUpTwoFactor,
  switchOffTwoFactor,
} from './two-factor.service.ts';

export function registerTwoFactorRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /auth/two-factor', ({ actor }) => describeTwoFactor(deps, actor));

  route(app, deps, 'POST /auth/two-factor/set-up', ({ actor, body }) =>
    setUpTwoFactor(deps, actor, body.current_password),
  );

  route(app, deps, 'POST /auth/two-factor/confirm', async ({ actor, body }) => ({
    recovery_codes: await confirmTwoFactor(deps, actor, body.code),
  }));

  route(app, deps, 'POST /auth/two-factor/switch-off', async ({ actor, body }) => {
    await switchOffTwoFactor(deps, actor, body);
    return { msg: 'Two-factor authentication is off' };
  });

  route(app, deps, 'POST /auth/two-factor/recovery-codes', async ({ actor, body }) => ({
    recovery_codes: await replaceRecoveryCodes(deps, actor, body),
  }));

  route(app, deps, 'POST /auth/two-factor/log-in', async ({ body, request, reply }) => {
    const { deviceToken, ...data } = await logInWithCode(deps, body, describeCaller(request));
    sendDeviceCookie(reply, deps.publicUrl, deviceToken);
    return { data };
  });

  route(app, deps, 'DELETE /users/:id/two-factor', async ({ actor, params }) => {
    await removeTwoFactor(deps, actor, params.id);
    return undefined;
  });
}

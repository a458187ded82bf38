import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { describeCaller } from '../../http/caller.ts';
import { countUse } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { requestReset, resetPassword } from './passwords/reset.service.ts';
import { resendVerification, verifyEmail } from '../users/addresses/verification.service.ts';

export function registerLinkRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'POST /auth/verify-email', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    await verifyEmail(deps, body.token);
    return { msg: 'Your email address is verified' };
  });

  route(app, deps, 'POST /auth/verify-email/resend', async ({ actor, request }) => {
    const isSent = await resendVerification(deps, actor, callerSubject(request.ip));
    return { msg: isSent ? 'We have sent you a new link' : 'Your email address is verified already' };
  });

  route(app, deps, 'POST /auth/forgot-password', async ({ body, request }) => {
    await countUse(deps, 'forgot_password', callerSubject(request.ip));
    await requestReset(deps, body.email);
    return { msg: 'If this address has an account, we have sent it a link to choose a new password' };
  });

  route(app, deps, 'POST /auth/reset-password', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    await resetPassword(deps, body, describeCaller(request));
    return { msg: 'Your password is changed' };
  });
}

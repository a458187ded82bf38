import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { countUse } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { resendVerification, verifyEmail } from '../users/addresses/verification.service.ts';

/** The calls that belong to mailed links. */
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
}

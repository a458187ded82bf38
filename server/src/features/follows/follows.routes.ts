import { followTeam } from '@foyer/contract/mail-stops.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import {
  askToFollow,
  confirmFollow,
  followAsUser,
  getFollowOf,
  listFollows,
  stopFollowing,
} from './follows.service.ts';

const maxFormBytes = 4096;

/** The words with which the page /follow says what became of the form. */
type Outcome = 'sent' | 'email' | 'wait' | 'team';

export async function registerFollowRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, deps, 'POST /teams/:id/follow', async ({ params, body, request }) => {
    await askToFollow(deps, { teamId: params.id, email: body.email, caller: callerSubject(request.ip) });
    return { msg: 'Almost done: open the link in the email that we have sent to this address' };
  });

  route(app, deps, 'POST /follows/confirm', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    return { team: await confirmFollow(deps, body.token) };
  });

  route(app, deps, 'POST /follows/find', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    return { team: await getFollowOf(deps, body.token) };
  });

  route(app, deps, 'GET /follows', async ({ actor }) => ({ teams: await listFollows(deps.db, actor) }));

  route(app, deps, 'POST /follows', async ({ actor, body }) => ({
    team: await followAsUser(deps, actor, body.team_id),
  }));

  route(app, deps, 'DELETE /follows/:teamId', async ({ actor, params }) => {
    await stopFollowing(deps, actor, params.teamId);
    return undefined;
  });

  // The form on a team's page works without scripts, so it arrives as the browser sends it.
  await app.register(async (scope) => {
    const type = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: maxFormBytes },
      async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.post('/follow', async ({ body, ip }, reply) =>
      reply.redirect(`/follow?outcome=${await takeForm(deps, body, callerSubject(ip))}`, 303),
    );
  });
}

async function takeForm(deps: Deps, body: unknown, caller: string): Promise<Outcome> {
  const { team, email } = (body ?? {}) as Record<string, unknown>;
  const address = followTeam.body.safeParse({ email });
  const params = followTeam.params.safeParse({ id: team });
  if (!address.success) return 'email';
  if (!params.success) return 'team';
  try {
    await askToFollow(deps, { teamId: params.data.id, email: address.data.email, caller });
    return 'sent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'too_many_requests') return 'wait';
    if (error.code === 'team_not_found') return 'team';
    throw error;
  }
}

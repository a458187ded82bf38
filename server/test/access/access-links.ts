import { hashAddress, signStopToken } from '../../src/mail/mail-stops.ts';
import { signFollowToken } from '../../src/features/follows/follows.rules.ts';
import { createLinkToken, type LinkPurpose } from '../../src/features/users/users.links.service.ts';
import type { TestApp } from '../app.ts';
import { makeUnverifiedUser } from '../factories.ts';
import { row, type Row } from './access-scene.ts';
import { answering, anybody, signedIn } from './access-statuses.ts';

async function makeToken(app: TestApp, purpose: LinkPurpose): Promise<string> {
  const { id: userId, email } = await makeUnverifiedUser(app);
  return createLinkToken(app.db, { userId, email, purpose, now: app.clock.now() });
}

function makeStopToken({ deps }: TestApp): string {
  const addressHash = hashAddress('nobody@example.org');
  return signStopToken(deps.sessionSecret, { addressHash, teamId: null, eventId: null });
}

export async function makeFollowToken({ db, clock, deps }: TestApp, team_id: number): Promise<string> {
  const address_hash = hashAddress('nobody@example.org');
  const { id } = await db
    .insertInto('team_followers')
    .values({ team_id, email: 'nobody@example.org', address_hash, asked_at: clock.now() })
    .onConflict((conflict) => conflict.columns(['team_id', 'address_hash']).doUpdateSet({ address_hash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return signFollowToken(deps.sessionSecret, id);
}

/** A call with the secret of a mailed link needs no access token. */
export const mailedLinks: Row[] = [
  row('POST /auth/verify-email', '', anybody, async ({ app }) => ({
    body: { token: await makeToken(app, 'verify_email') },
  })),
  row('POST /auth/verify-email/resend', '', signedIn, () => ({})),
  row('POST /auth/forgot-password', '', anybody, () => ({ body: { email: 'nobody@example.org' } })),
  row('POST /auth/reset-password', '', anybody, async ({ app }) => ({
    body: { token: await makeToken(app, 'reset_password'), password: 'another good password' },
  })),
  row('POST /mail-stops/find', '', anybody, ({ app }) => ({ body: { token: makeStopToken(app) } })),
  row('POST /mail-stops', '', anybody, ({ app }) => ({
    body: { token: makeStopToken(app), scope: 'all', is_stopped: true },
  })),
  row('POST /teams/:id/follow', '', anybody, ({ teamId }) => ({
    params: { id: teamId },
    body: { email: 'nobody@example.org' },
  })),
  row('POST /follows/find', '', anybody, async ({ app, teamId }) => ({
    body: { token: await makeFollowToken(app, teamId) },
  })),
  row('GET /follows', '', signedIn, () => ({})),
  row('POST /follows', '', signedIn, ({ teamId }) => ({ body: { team_id: teamId } })),
  row('DELETE /follows/:teamId', '', answering(204, signedIn), ({ teamId }) => ({ params: { teamId } })),
  row('POST /follows/confirm', '', anybody, async ({ app, teamId }) => ({
    body: { token: await makeFollowToken(app, teamId) },
  })),
];

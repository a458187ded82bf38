import type { TeamRole } from '@foyer/contract/fields.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

type Named = { user_id: number } | { username: string } | { email: string };

/** Invites somebody to a team, by default as organizer. */
export function invite(
  app: TestApp,
  { token, teamId }: { token: string; teamId: number },
  named: Named,
  role: TeamRole = 'organizer',
) {
  return app.call('POST /teams/members', { token, body: { team_id: teamId, role, ...named } });
}

export async function makeInvitation(...args: Parameters<typeof invite>): Promise<number> {
  const { status, body } = await invite(...args);
  if (status !== 201) throw new Error(`Nobody was invited: ${JSON.stringify(body)}`);
  return body.newTeamMember.id;
}

export const accept = (app: TestApp, { token }: TestUser, id: number) =>
  app.call('POST /teams/invitations/:id/accept', { token, params: { id } });

export const decline = (app: TestApp, { token }: TestUser, id: number) =>
  app.call('POST /teams/invitations/:id/decline', { token, params: { id } });

export const withdraw = (app: TestApp, { token }: TestUser, id: number) =>
  app.call('DELETE /teams/invitations/:id', { token, params: { id } });

export const resend = (app: TestApp, { token }: TestUser, id: number) =>
  app.call('POST /teams/invitations/:id/resend', { token, params: { id } });

export async function listReceived(app: TestApp, { token }: TestUser) {
  return (await app.call('GET /teams/invitations', { token })).body.invitations;
}

/** The invitations that nobody has answered yet. */
export async function listSent(app: TestApp, { token, teamId }: { token: string; teamId: number }) {
  return (await app.call('GET /teams/:id/invitations', { token, params: { id: teamId } })).body.invitations;
}

export async function listMemberIds(app: TestApp, teamId: number): Promise<number[]> {
  const members = await app.db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute();
  return members.map((member) => member.user_id);
}

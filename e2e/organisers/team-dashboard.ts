import type { Page } from '@playwright/test';
import { call, type User } from '../users.ts';
import type { Foyer } from '../server.ts';

export const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Team members' }).getByRole('listitem').filter({ hasText: name });

export async function getTeamId(foyer: Foyer, name: string) {
  const { team } = await call<{ team: { id: number } }>(
    foyer,
    `GET /teams/name/${encodeURIComponent(name)}`,
    null,
  );
  return team.id;
}

/** Returns the id of the invitation. */
export async function invite(
  foyer: Foyer,
  organiser: User,
  person: { user_id: number } | { email: string },
  { teamId, role }: { teamId: number; role: string },
): Promise<number> {
  const body = { team_id: teamId, role, ...person };
  const answer = await call<{ newTeamMember: { id: number } }>(foyer, 'POST /teams/members', organiser, body);
  return answer.newTeamMember.id;
}

/** Adds a member over the API: the organiser invites the person, and the person accepts. */
export async function addMember(
  foyer: Foyer,
  organiser: User,
  teamId: number,
  member: User,
  role: string,
): Promise<void> {
  const id = await invite(foyer, organiser, { user_id: member.id }, { teamId, role });
  await call(foyer, `POST /teams/invitations/${id}/accept`, member);
}

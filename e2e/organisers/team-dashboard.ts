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

/** Adds a member over the API. */
export function addMember(foyer: Foyer, organiser: User, teamId: number, member: User, role: string) {
  const body = { team_id: teamId, role, user_id: member.id };
  return call<{ newTeamMember: { id: number } }>(foyer, 'POST /teams/members', organiser, body);
}

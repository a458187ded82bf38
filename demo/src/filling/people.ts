import type { Tx } from '@foyer/server/db/connect.ts';
import { insertMember, insertTeam } from '@foyer/server/features/teams/teams.service.ts';
import { insertUser } from '@foyer/server/features/users/users.service.ts';
import { demoTeams, demoUsers } from '../world/world-people.ts';
import { getId, type Ids } from './ids.ts';

export async function insertUsers(tx: Tx, passwordHash: string, email_verified_at: Date): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { username, name, email, isSiteAdmin } of demoUsers) {
    const user = {
      username,
      name,
      email,
      email_verified_at,
      password_hash: passwordHash,
      is_site_admin: isSiteAdmin,
    };
    ids.set(username, await insertUser(tx, user));
  }
  return ids;
}

export async function insertTeams(tx: Tx, users: Ids): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { name, description, contactEmail, members } of demoTeams) {
    const [first, ...others] = members;
    const { team } = await insertTeam(tx, {
      name,
      description,
      contactEmail,
      adminId: getId(users, first.username),
    });
    for (const { username, role } of others) {
      await insertMember(tx, { team_id: team.id, user_id: getId(users, username), role });
    }
    ids.set(name, team.id);
  }
  return ids;
}

/** Both lists have the same order. */
export async function setTeamPictures(tx: Tx, teams: Ids, pictures: readonly string[]): Promise<void> {
  for (const [place, picture_url] of pictures.entries()) {
    const id = getId(teams, demoTeams[place]?.name ?? '');
    await tx.updateTable('teams').set({ picture_url }).where('id', '=', id).execute();
  }
}

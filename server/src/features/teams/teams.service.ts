import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { canSeeInside } from './teams.policy.ts';
import { findRole, findTeam } from './teams.queries.ts';

/** Makes a team with its first team_admin. Throws `team_name_taken`. */
export async function insertTeam(
  tx: Tx,
  team: { name: string; description: string | null; adminId: number },
) {
  const made = await tx
    .insertInto('teams')
    .values({ name: team.name, description: team.description })
    .returning(['id', 'name', 'description', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violates(error, 'teams_name_key') ? new ApiError('team_name_taken') : error;
    });
  const teamMember = await insertMember(tx, { team_id: made.id, user_id: team.adminId, role: 'team_admin' });
  return { team: made, teamMember };
}

function insertMember(tx: Tx, member: { team_id: number; user_id: number; role: TeamRole }) {
  return tx
    .insertInto('team_members')
    .values(member)
    .returning(['id', 'team_id', 'user_id', 'role'])
    .executeTakeFirstOrThrow();
}

/** The team when the caller may look inside it: its members and site administrators. */
export async function getTeamForMember(db: Db, actor: Actor, teamId: number) {
  const team = await findTeam(db, teamId);
  if (!team) throw new ApiError('team_not_found');
  const role = await findRole(db, teamId, actor.id);
  if (!canSeeInside(actor, role)) throw new ApiError('forbidden');
  return team;
}

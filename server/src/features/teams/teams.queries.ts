import type { Db, Tx } from '../../db/connect.ts';

const teamColumns = ['id', 'name', 'description', 'created_at', 'updated_at'] as const;

export function findTeam(db: Db | Tx, id: number) {
  return db.selectFrom('teams').select(teamColumns).where('id', '=', id).executeTakeFirst();
}

/** The user's role in the team, undefined when they are no member. */
export async function findRole(db: Db | Tx, teamId: number, userId: number) {
  const row = await db
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

export function listTeamMembers(db: Db, teamId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select([
      'team_members.id',
      'team_members.user_id',
      'team_members.team_id',
      'users.username',
      'users.email',
      'team_members.role',
      'users.profile_image_url',
      'team_members.created_at as team_created_at',
      'teams.name as team_name',
      'teams.description as team_description',
    ])
    .where('team_members.team_id', '=', teamId)
    .orderBy('team_members.id')
    .limit(1000)
    .execute();
}

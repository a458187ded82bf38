import type { QueryOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql, type Expression } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { containing, countRows, takePage, type Paging } from '../../db/paging.ts';

const countMembers = sql<number>`(select count(*) from team_members where team_members.team_id = teams.id)`;

function selectTeams(db: Db | Tx) {
  return db
    .selectFrom('teams')
    .select(['id', 'name', 'description', 'picture_url', 'contact_email', 'created_at', 'updated_at'])
    .select(countMembers.as('member_count'));
}

export function findTeam(db: Db | Tx, id: number) {
  return selectTeams(db).where('id', '=', id).executeTakeFirst();
}

export function findTeamByName(db: Db, name: string) {
  return (
    selectTeams(db)
      // PostgreSQL converts the wanted name and the stored name to lower case, because JavaScript converts some
      // letters differently.
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .executeTakeFirst()
  );
}

type TeamSort = NonNullable<QueryOf<Endpoints['GET /teams']>['sort_by']>;

const teamSorts: Record<TeamSort, Expression<unknown>> = {
  id: sql`teams.id`,
  name: sql`lower(name)`,
  description: sql`left(lower(coalesce(description, '')), 100)`,
  // This sort counts the members of every team. With a stored count, changes to a team's members would have to wait for
  // each other.
  member_count: countMembers,
  created_at: sql`created_at`,
};

type TeamPage = Paging & { q?: string; sort_by?: TeamSort; order?: 'asc' | 'desc' };

/**
 * Lists one page of the teams whose name contains `q`, and counts all teams that match. The oldest teams come first,
 * unless the query names another order.
 */
export async function listTeams(db: Db, { q, sort_by = 'id', order = 'asc', ...paging }: TeamPage) {
  let matching = db.selectFrom('teams').select('id');
  if (q) {
    const pattern = containing(q.toLowerCase());
    matching = matching.where((where) => where(where.fn<string>('lower', ['name']), 'like', pattern));
  }
  const by = teamSorts[sort_by];
  const sorted = matching.orderBy(by, order);
  // Sort teams with equal values by id, so that their order is fixed. For names and ids, which are unique, this would
  // keep PostgreSQL from using the index.
  const ordered = sort_by === 'name' || sort_by === 'id' ? sorted : sorted.orderBy('id', order);
  // Find the ids of this page first, so that members are counted only for the teams of this page.
  const teams = await selectTeams(db)
    .where('id', 'in', takePage(ordered, paging))
    .orderBy(by, order)
    .orderBy('id', order)
    .execute();
  return { teams, total: await countRows(db, matching, { isSearch: Boolean(q) }) };
}

const selectRole = prepare((db, { teamId, userId }: { teamId: number; userId: number }) =>
  db.selectFrom('team_members').select('role').where('team_id', '=', teamId).where('user_id', '=', userId),
);

export async function findRole(db: Db | Tx, teamId: number, userId: number) {
  const [row] = await selectRole(db, { teamId, userId });
  return row?.role;
}

function selectMembers(db: Db | Tx) {
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
    .orderBy('team_members.id');
}

export function findTeamMember(db: Db | Tx, id: number) {
  return selectMembers(db).where('team_members.id', '=', id).executeTakeFirst();
}

export function listTeamMembers(db: Db, teamId: number) {
  return selectMembers(db).where('team_members.team_id', '=', teamId).limit(1000).execute();
}

export function listMembersOfUser(db: Db, userId: number) {
  return selectMembers(db).where('team_members.user_id', '=', userId).limit(1000).execute();
}

/** With `q`, lists only memberships whose team name or username contains `q`. */
export async function listAllTeamMembers(db: Db, { q, ...paging }: Paging & { q?: string }) {
  let matching = db.selectFrom('team_members').select('team_members.id');
  if (q) {
    const pattern = containing(q.toLowerCase());
    // Two subqueries can each use an index. A join would have to read all names.
    const users = db
      .selectFrom('users')
      .select('users.id')
      .where((where) => where(where.fn<string>('lower', ['username']), 'like', pattern));
    const teams = db
      .selectFrom('teams')
      .select('teams.id')
      .where((where) => where(where.fn<string>('lower', ['name']), 'like', pattern));
    matching = matching.where((where) =>
      where.or([where('user_id', 'in', users), where('team_id', 'in', teams)]),
    );
  }
  const wanted = takePage(matching.orderBy('team_members.id'), paging);
  const teamMembers = await selectMembers(db).where('team_members.id', 'in', wanted).execute();
  return { teamMembers, total: await countRows(db, matching, { isSearch: Boolean(q) }) };
}

export async function countTeams(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('teams')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countTeamMembers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('team_members')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

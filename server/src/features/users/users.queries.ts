import type { QueryOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql, type Expression } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { containing, countRows, takePage, type Paging } from '../../db/paging.ts';
import type { Actor } from '../../http/session.ts';

const userColumns = [
  'id',
  'username',
  'name',
  'email',
  'profile_image_url',
  'picture_state',
  'is_site_admin',
  'must_change_password',
  'created_at',
  'updated_at',
  sql<boolean>`email_verified_at is not null`.as('email_verified'),
  sql<boolean>`exists (
    select from two_factors where two_factors.user_id = users.id and confirmed_at is not null
  )`.as('two_factor_enabled'),
] as const;

const selectUser = prepare((db, { id }: { id: number }) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id),
);

export async function findUser(db: Db | Tx, id: number) {
  const [user] = await selectUser(db, { id });
  return user;
}

const selectLocked = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate(),
);

/**
 * Finds a user and locks the row against changes. With `for update`, a new registration of the user would have to wait,
 * because the registration refers to this row.
 */
export async function lockUser(tx: Tx, id: number) {
  const [user] = await selectLocked(tx, { id });
  return user;
}

type UserSort = NonNullable<QueryOf<Endpoints['GET /users']>['sort_by']>;

// Sort users with equal values by id, so that their order is fixed. For unique columns, this would keep PostgreSQL from
// using the index.
const userSorts: Record<UserSort, { by: Expression<unknown>; isUnique: boolean }> = {
  id: { by: sql`id`, isUnique: true },
  username: { by: sql`lower(username)`, isUnique: true },
  email: { by: sql`lower(email)`, isUnique: true },
  is_site_admin: { by: sql`is_site_admin`, isUnique: false },
  created_at: { by: sql`created_at`, isUnique: false },
};

type UserPage = Paging & { q?: string; sort_by?: UserSort; order?: 'asc' | 'desc' };

/**
 * Lists one page of the users whose username or email contains `q`, and counts all users that match. The oldest users
 * come first, unless the query names another order.
 */
export async function listUsers(db: Db, { q, sort_by = 'id', order = 'asc', ...paging }: UserPage) {
  let matching = db.selectFrom('users');
  if (q) {
    const pattern = containing(q.toLowerCase());
    matching = matching.where((where) =>
      where.or([
        where(where.fn<string>('lower', ['username']), 'like', pattern),
        where(where.fn<string>('lower', ['email']), 'like', pattern),
      ]),
    );
  }
  const { by, isUnique } = userSorts[sort_by];
  const sorted = matching.select(userColumns).orderBy(by, order);
  const users = await takePage(isUnique ? sorted : sorted.orderBy('id', order), paging).execute();
  const total = await countRows(db, matching.select('id'), { isSearch: Boolean(q) });
  return { users: await withTeams(db, users), total };
}

export function findUserByUsername(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
}

/**
 * Finds a user by email address, ignoring case. Callers find only themselves and people in their teams, so that nobody
 * learns who has an account. Administrators find everybody.
 */
export function findUserByEmailFor(db: Db, actor: Pick<Actor, 'id' | 'isSiteAdmin'>, email: string) {
  const found = db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`);
  if (actor.isSiteAdmin) return found.executeTakeFirst();
  return found
    .where((where) =>
      where.or([
        where('users.id', '=', actor.id),
        where.exists(
          where
            .selectFrom('team_members as theirs')
            .innerJoin('team_members as own', 'own.team_id', 'theirs.team_id')
            .select('own.id')
            .whereRef('theirs.user_id', '=', 'users.id')
            .where('own.user_id', '=', actor.id),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** Finds the account of an email address, ignoring case. */
export async function findUserIdByEmail(db: Db, email: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
  return found?.id;
}

const selectForLogin = prepare((db, { nameOrEmail }: { nameOrEmail: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql<boolean>`(lower(username) = lower(${nameOrEmail}) or lower(email) = lower(${nameOrEmail}))`),
);

/** Finds a user by username or email address, ignoring case, with the password hash. */
export async function findUserForLogin(db: Db | Tx, nameOrEmail: string) {
  const [user] = await selectForLogin(db, { nameOrEmail });
  return user;
}

export async function countUsers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const selectPasswordHash = prepare((db, { id }: { id: number }) =>
  db.selectFrom('users').select('password_hash').where('id', '=', id),
);

export async function findPasswordHash(db: Db | Tx, id: number) {
  const [user] = await selectPasswordHash(db, { id });
  return user;
}

function selectMemberships(db: Db | Tx) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select([
      'teams.id as team_id',
      'teams.name as team_name',
      'teams.description as team_description',
      'role',
    ])
    .orderBy('team_members.id');
}

const selectMembershipsOf = prepare((db, { userId }: { userId: number }) =>
  selectMemberships(db).where('team_members.user_id', '=', userId).limit(1000),
);

export function listMemberships(db: Db | Tx, userId: number) {
  return selectMembershipsOf(db, { userId });
}

async function withTeams<User extends { id: number }>(db: Db, users: User[]) {
  const memberships = await selectMemberships(db)
    .select('team_members.user_id')
    .where(sql<boolean>`team_members.user_id = any(${users.map((user) => user.id)})`)
    .execute();
  const byUser = Map.groupBy(memberships, (membership) => membership.user_id);
  return users.map((user) => ({ ...user, teams: byUser.get(user.id) ?? [] }));
}

export async function isLastSiteAdmin(db: Db | Tx, userId: number): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('is_site_admin', '=', true)
    .orderBy('id')
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === userId;
}

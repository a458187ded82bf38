import type { Db, Tx } from '../../db/connect.ts';

const userColumns = [
  'id',
  'username',
  'email',
  'profile_image_url',
  'is_site_admin',
  'created_at',
  'updated_at',
] as const;

/** The whole user without teams and without the password hash. */
export function findUser(db: Db | Tx, id: number) {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
}

/** By username or email, without case, with the password hash that logging in needs. */
export function findUserForLogin(db: Db, nameOrEmail: string) {
  const wanted = nameOrEmail.toLowerCase();
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where((where) =>
      where.or([
        where(where.fn<string>('lower', ['username']), '=', wanted),
        where(where.fn<string>('lower', ['email']), '=', wanted),
      ]),
    )
    .executeTakeFirst();
}

export function findPasswordHash(db: Db, id: number) {
  return db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
}

/** The teams that a user belongs to, oldest membership first. */
export function listMemberships(db: Db | Tx, userId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select([
      'teams.id as team_id',
      'teams.name as team_name',
      'teams.description as team_description',
      'role',
    ])
    .where('team_members.user_id', '=', userId)
    .orderBy('team_members.id')
    .limit(1000)
    .execute();
}

export function insertUser(
  tx: Tx,
  user: { username: string; email: string; password_hash: string; is_site_admin?: boolean },
) {
  return tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../src/db/connect.ts';
import { createPasswords } from '../src/passwords.ts';
import { testPassword } from './factories.ts';

/** A user with a session that lasts for years. `signAccessToken` makes access tokens for the session. */
export interface SignedIn {
  id: number;
  username: string;
  email: string;
  sessionId: string;
}

const cheapHash = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }).hash(testPassword, null);

const year = 365 * 24 * 3600 * 1000;

/** Inserts users and their sessions straight into the database, because signing up takes long. */
export async function insertPeople(db: Db, count: number, now = new Date()): Promise<SignedIn[]> {
  const names = Array.from({ length: count }, () => `person_${randomBytes(6).toString('hex')}`);
  const password_hash = await cheapHash;
  const users = await db
    .insertInto('users')
    .values(
      names.map((username) => ({
        username,
        email: `${username}@example.org`,
        email_verified_at: now,
        password_hash,
      })),
    )
    .returning(['id', 'username', 'email'])
    .execute();
  const people = users.map((user) => ({ ...user, sessionId: randomUUID() }));
  const expires_at = new Date(now.getTime() + 5 * year);
  // The database refuses a session that lasts longer than 90 days, so a session that ends in five years must also begin
  // then.
  const times = { created_at: expires_at, last_used_at: now, expires_at };
  await db
    .insertInto('sessions')
    .values(people.map(({ id, sessionId }) => ({ id: sessionId, user_id: id, ...times })))
    .execute();
  return people;
}

export async function insertTeam(db: Db, adminId: number): Promise<number> {
  const name = `Team ${randomBytes(4).toString('hex')}`;
  const { id } = await db.insertInto('teams').values({ name }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_members').values({ team_id: id, user_id: adminId, role: 'team_admin' }).execute();
  return id;
}

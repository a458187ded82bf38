import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { createSecretToken, hashToken } from '../../../http/secret-tokens.ts';

const lifetimeMs = 5 * 60_000;

/**
 * Enough for typing errors. A new challenge allows five more tries, so `limitCodes` also limits the tries of a user
 * across challenges.
 */
const triesPerChallenge = 5;

/** A hash of the user's stored password hash. Each challenge keeps it, to notice when the password is replaced. */
const passwordMark = sql<Buffer>`sha256(convert_to(users.password_hash, 'UTF8'))`;

/**
 * Creates a challenge for a user who has typed the right password. Returns its token, which the second step of the
 * login must send with the second factor.
 */
export async function createChallenge(tx: Tx, userId: number, now: Date): Promise<string> {
  const token = createSecretToken();
  await tx
    .insertInto('login_challenges')
    .columns(['token_hash', 'user_id', 'password_mark', 'tries_left', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select((select) => [
          select.val(hashToken(token)).as('token_hash'),
          'users.id',
          passwordMark.as('password_mark'),
          select.val(triesPerChallenge).as('tries_left'),
          select.val(new Date(now.getTime() + lifetimeMs)).as('expires_at'),
        ])
        .where('users.id', '=', userId),
    )
    .execute();
  return token;
}

/**
 * Finds the user who began this login. Returns undefined when the challenge is unknown, used, expired or out of tries,
 * or when the password was replaced.
 */
export async function findChallenged(db: Db, token: string, now: Date): Promise<number | undefined> {
  const found = await db
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .select('users.id')
    .where('token_hash', '=', hashToken(token))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .where('password_mark', '=', passwordMark)
    .executeTakeFirst();
  return found?.id;
}

/** Uses up one of the tries before a code is checked. Returns false when no try is left. */
export async function takeTry(db: Db, token: string): Promise<boolean> {
  const taken = await db
    .updateTable('login_challenges')
    .set((set) => ({ tries_left: set('tries_left', '-', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('tries_left', '>', 0)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/**
 * Uses up a challenge. Returns false when another request has used it, or when the password was replaced. The caller
 * must have locked the user, so that the password cannot change before the session exists.
 */
export async function useChallenge(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('login_challenges')
    .using('users')
    .whereRef('users.id', '=', 'login_challenges.user_id')
    .where('token_hash', '=', hashToken(token))
    .where('password_mark', '=', passwordMark)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_challenges').where('expires_at', '<', now).execute();
}

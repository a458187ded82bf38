import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import { prepare } from '../db/hot.ts';
import { createSecretToken, hashToken } from './secret-tokens.ts';

const dayMs = 24 * 3600 * 1000;

/** A session ends when it is not refreshed for this long. A refresh token is valid equally long. */
const sessionMs = 30 * dayMs;

/** A session ends after this time however often it is refreshed, so that a stolen session does not last for ever. */
const longestSessionMs = 90 * dayMs;

interface NewSession {
  userId: number;
  /** The browser and operating system that logged in, or null when they are unknown. */
  device: string | null;
  now: Date;
}

const insertSession = prepare(
  (db, { id, hash, userId, device, now, end }: NewSession & { id: string; hash: Buffer; end: Date }) =>
    db
      .with('opened', (with_) =>
        with_.insertInto('sessions').values({
          id,
          user_id: userId,
          device,
          created_at: now,
          last_used_at: now,
          password_confirmed_at: now,
          expires_at: end,
        }),
      )
      .insertInto('refresh_tokens')
      .values({ token_hash: hash, session_id: id, parent_hash: null, created_at: now, retired_at: null }),
);

/** The session counts as one in which the user has just entered the password. */
export async function openSession(tx: Tx, session: NewSession) {
  const sessionId = randomUUID();
  const refreshToken = createSecretToken();
  const end = new Date(session.now.getTime() + sessionMs);
  await insertSession(tx, { ...session, id: sessionId, hash: hashToken(refreshToken), end });
  return { sessionId, refreshToken };
}

/**
 * Returns a child of the refresh token. The parent keeps working until a child is used, because the answer with the
 * child may get lost. Using a child retires the parent and all other children. Using a retired token proves a theft and
 * ends the session.
 */
export async function exchangeRefreshToken(tx: Tx, refreshToken: string, now: Date) {
  const token = await lockRefreshToken(tx, hashToken(refreshToken), now);
  if (!token) return undefined;
  if (token.retired_at) {
    await tx.deleteFrom('sessions').where('id', '=', token.session_id).execute();
    return undefined;
  }
  if (token.parent_hash) await retireFamily(tx, { ...token, parent_hash: token.parent_hash }, now);
  const end = Math.min(now.getTime() + sessionMs, token.session_created_at.getTime() + longestSessionMs);
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: new Date(end) })
    .where('id', '=', token.session_id)
    .execute();
  const next = await insertRefreshToken(tx, { sessionId: token.session_id, parent: token.token_hash, now });
  return { userId: token.user_id, sessionId: token.session_id, refreshToken: next };
}

/**
 * Finds the refresh token and locks its session. When two children of one token are used at once, the second request
 * waits for this lock and then finds its token retired.
 */
async function lockRefreshToken(tx: Tx, hash: Buffer, now: Date) {
  const session = await tx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'created_at'])
    .where('expires_at', '>', now)
    .where('id', '=', (from) =>
      from.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!session) return undefined;
  const token = await tx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'session_id', 'parent_hash', 'retired_at'])
    .where('token_hash', '=', hash)
    .where('created_at', '>', new Date(now.getTime() - sessionMs))
    .executeTakeFirst();
  return token && { ...token, user_id: session.user_id, session_created_at: session.created_at };
}

interface Child {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Buffer;
}

/** Retires the parent of a token and the parent's other children, because a thief may have copied one of them. */
async function retireFamily(tx: Tx, child: Child, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ retired_at: now })
    .where('session_id', '=', child.session_id)
    .where('token_hash', '!=', child.token_hash)
    .where((where) =>
      where.or([where('token_hash', '=', child.parent_hash), where('parent_hash', '=', child.parent_hash)]),
    )
    .where('retired_at', 'is', null)
    .execute();
}

async function insertRefreshToken(tx: Tx, from: { sessionId: string; parent: Buffer; now: Date }) {
  const token = createSecretToken();
  await tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: from.sessionId,
      parent_hash: from.parent,
      created_at: from.now,
      retired_at: null,
    })
    .execute();
  return token;
}

/** An unknown token has no effect. */
export async function endSession(db: Db, refreshToken: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (from) =>
      from
        .selectFrom('refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', hashToken(refreshToken)),
    )
    .execute();
}

/** Lists the user's sessions: the current one, then the others by their last use. */
export function listSessions(
  db: Db,
  { userId, current, now }: { userId: number; current: string; now: Date },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', sql<boolean>`id = ${current}`.as('is_current')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();
}

const mostListed = 100;

/** Returns false when the user has no session with this id. */
export async function endSessionOf(db: Db, userId: number, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function recordPasswordConfirmed(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ password_confirmed_at: now }).where('id', '=', sessionId).execute();
}

/** With null as `except`, ends all sessions. */
export async function endOtherSessions(
  db: Db | Tx,
  userId: number,
  { except }: { except: string | null },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute();
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  const oldest = new Date(now.getTime() - sessionMs);
  await db.deleteFrom('refresh_tokens').where('created_at', '<', oldest).execute();
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db, Tx } from '../db/connect.ts';

const dayMs = 24 * 3600 * 1000;

/** A session ends when it is not refreshed for this long. A refresh token is valid equally long. */
const sessionMs = 30 * dayMs;

/** Opens a session with its first refresh token. */
export async function openSession(tx: Tx, userId: number, now: Date) {
  const sessionId = randomUUID();
  const expires_at = new Date(now.getTime() + sessionMs);
  await tx
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, created_at: now, expires_at })
    .execute();
  return { sessionId, refreshToken: await insertRefreshToken(tx, { sessionId, parent: null, now }) };
}

/**
 * Exchanges a refresh token for a new one, its child. Returns undefined for a token that does not work. A token works
 * until a child of it is used, because the answer with a child may get lost. That use retires the parent and the other
 * children. If a retired token is used, somebody has copied it, so the session ends.
 */
export async function exchangeRefreshToken(tx: Tx, refreshToken: string, now: Date) {
  const token = await lockRefreshToken(tx, hashToken(refreshToken), now);
  if (!token) return undefined;
  if (token.retired_at) {
    await tx.deleteFrom('sessions').where('id', '=', token.session_id).execute();
    return undefined;
  }
  if (token.parent_hash) await retireFamily(tx, { ...token, parent_hash: token.parent_hash }, now);
  await tx
    .updateTable('sessions')
    .set({ expires_at: new Date(now.getTime() + sessionMs) })
    .where('id', '=', token.session_id)
    .execute();
  const next = await insertRefreshToken(tx, { sessionId: token.session_id, parent: token.token_hash, now });
  return { userId: token.user_id, sessionId: token.session_id, refreshToken: next };
}

/**
 * Finds the token and locks its session. Locks before it reads the token: when two children of one token are used at
 * the same time, the second one waits here and is then found retired.
 */
async function lockRefreshToken(tx: Tx, hash: Buffer, now: Date) {
  const session = await tx
    .selectFrom('sessions')
    .select(['id', 'user_id'])
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
  return token && { ...token, user_id: session.user_id };
}

interface Child {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Buffer;
}

/** Retires a token's parent and that parent's other children: a thief could continue the session with one of those. */
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

/** Creates a refresh token of 256 random bits. The database keeps only its hash. */
async function insertRefreshToken(tx: Tx, from: { sessionId: string; parent: Buffer | null; now: Date }) {
  const token = randomBytes(32).toString('base64url');
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

/** Ends the session of a refresh token, if there is one. */
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

/** Ends every session of a user except one. */
export async function endOtherSessions(
  tx: Tx,
  userId: number,
  { except }: { except: string },
): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', except).execute();
}

/** Deletes the sessions and refresh tokens that have expired. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  const oldest = new Date(now.getTime() - sessionMs);
  await db.deleteFrom('refresh_tokens').where('created_at', '<', oldest).execute();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

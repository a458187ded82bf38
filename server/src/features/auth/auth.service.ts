import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { hashToken, makeRefreshToken, signAccessToken } from '../../http/session.ts';
import {
  accountSubject,
  countAttempt,
  forgetPastTries,
  takeBackAttempt,
  unknownAccountSubject,
} from '../../http/throttle.ts';
import { insertTeam } from '../teams/teams.service.ts';
import { findUserForLogin } from '../users/users.queries.ts';
import { getWholeUser, insertUser } from '../users/users.service.ts';
import { sessionDays } from './auth.rules.ts';

const dayMs = 24 * 3600 * 1000;

/** Signs a user up and in. An organiser's team is made with them, all or nothing. */
export async function registerUser(
  deps: Deps,
  { address, ...input }: BodyOf<Endpoints['POST /auth/register']> & { address: string },
) {
  await countAttempt(deps, `sign-up:${address}`);
  const password_hash = await deps.passwords.hash(input.password);
  const made = await deps.db.transaction().execute(async (tx) => {
    const { username, email } = input;
    const id = await insertUser(tx, { username, email, password_hash });
    const team = input.team && (await insertTeam(tx, { ...input.team, adminId: id }));
    const session = await openSession(tx, id, deps.clock.now());
    return { user: await getWholeUser(tx, id), ...team, ...session };
  });
  const { sessionId, ...data } = made;
  return { ...data, accessToken: await signFor(deps, sessionId, made.user.id) };
}

/** Opens a session for a username or email and its password; failures are counted by account and by address. */
export async function logIn(deps: Deps, input: { username: string; password: string; address: string }) {
  // An address that is blocked must not go on to use up the tries of everybody's accounts.
  const address = `address:${input.address}`;
  await countAttempt(deps, address);
  const found = await findUserForLogin(deps.db, input.username);
  const account = found ? accountSubject(found.id) : unknownAccountSubject(input.username);
  await countAttempt(deps, account);
  if (!(await deps.passwords.verify(found?.password_hash, input.password)) || !found) {
    throw new ApiError('invalid_credentials');
  }
  await takeBackAttempt(deps, [address, account]);
  const { sessionId, ...data } = await deps.db.transaction().execute(async (tx) => {
    const session = await openSession(tx, found.id, deps.clock.now());
    return { ...session, user: await getWholeUser(tx, found.id) };
  });
  return { ...data, accessToken: await signFor(deps, sessionId, found.id) };
}

/**
 * Trades a refresh token for a new pair. The token's first use retires its parent and its siblings; a retired
 * token is a copy in somebody else's hands, and ends the session.
 */
export async function refreshSession(deps: Deps, refreshToken: string) {
  const now = deps.clock.now();
  const used = hashToken(refreshToken);
  const refreshed = await deps.db.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, used, now);
    if (!token) return undefined;
    if (token.retired_at) {
      await tx.deleteFrom('sessions').where('id', '=', token.session_id).execute();
      return undefined;
    }
    if (token.parent_hash) await retireFamily(tx, { ...token, parent_hash: token.parent_hash }, now);
    await tx
      .updateTable('sessions')
      .set({ expires_at: new Date(now.getTime() + sessionDays * dayMs) })
      .where('id', '=', token.session_id)
      .execute();
    const next = await insertRefreshToken(tx, { sessionId: token.session_id, parent: used, now });
    return { userId: token.user_id, sessionId: token.session_id, refreshToken: next };
  });
  if (!refreshed) throw new ApiError('invalid_refresh_token');
  return {
    accessToken: await signFor(deps, refreshed.sessionId, refreshed.userId),
    refreshToken: refreshed.refreshToken,
  };
}

/** Locks the token's session before it reads the token, so that of two siblings used at once one sees the other. */
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
    .where('created_at', '>', new Date(now.getTime() - sessionDays * dayMs))
    .executeTakeFirst();
  return token && { ...token, user_id: session.user_id };
}

interface Child {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Buffer;
}

/** Leaves the child as the only successor: a sibling would be a second session that nobody could tell apart. */
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

/** Ends the session that the token belongs to; an unknown token ends nothing. */
export async function logOut(deps: Deps, refreshToken: string): Promise<void> {
  await deps.db
    .deleteFrom('sessions')
    .where(
      'id',
      'in',
      deps.db
        .selectFrom('refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', hashToken(refreshToken)),
    )
    .execute();
}

/** Sessions whose time is over and failure counts of a past window. */
export async function removeExpiredSessions(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await forgetPastTries(deps.db, now);
  const oldest = new Date(now.getTime() - sessionDays * dayMs);
  await deps.db.deleteFrom('refresh_tokens').where('created_at', '<', oldest).execute();
}

async function openSession(tx: Tx, userId: number, now: Date) {
  const sessionId = randomUUID();
  const expires_at = new Date(now.getTime() + sessionDays * dayMs);
  await tx
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, created_at: now, expires_at })
    .execute();
  return { sessionId, refreshToken: await insertRefreshToken(tx, { sessionId, parent: null, now }) };
}

async function insertRefreshToken(tx: Tx, from: { sessionId: string; parent: Buffer | null; now: Date }) {
  const { token, hash } = makeRefreshToken();
  await tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hash,
      session_id: from.sessionId,
      parent_hash: from.parent,
      created_at: from.now,
      retired_at: null,
    })
    .execute();
  return token;
}

function signFor(deps: Deps, sessionId: string, userId: number) {
  return signAccessToken(deps.sessionSecret, sessionId, userId, deps.clock.now());
}

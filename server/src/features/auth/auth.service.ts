import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { signAccessToken } from '../../http/session.ts';
import {
  deleteExpiredSessions,
  endSession,
  exchangeRefreshToken,
  openSession,
} from '../../http/session-store.ts';
import { clearUses, countUse, deleteEndedCounts, takeBackUse } from '../../http/limits.ts';
import { insertTeam } from '../teams/teams.service.ts';
import { assertGoodPassword } from '../users/users.passwords.service.ts';
import { findUserForLogin } from '../users/users.queries.ts';
import { getUserWithTeams, insertUser } from '../users/users.service.ts';

/** Creates a user and a session, and a team if the user is an organiser, all in one transaction. */
export async function registerUser(
  deps: Deps,
  { address, ...input }: BodyOf<Endpoints['POST /auth/register']> & { address: string },
) {
  await countUse(deps, 'sign_up', address);
  assertGoodPassword(deps.config, input.password, input);
  const password_hash = await deps.passwords.hash(input.password);
  const created = await deps.db.transaction().execute(async (tx) => {
    const { username, email } = input;
    const id = await insertUser(tx, { username, email, password_hash });
    const team = input.team && (await insertTeam(tx, { ...input.team, adminId: id }));
    const session = await openSession(tx, id, deps.clock.now());
    return { user: await getUserWithTeams(tx, id), ...team, ...session };
  });
  const { sessionId, ...data } = created;
  return { ...data, accessToken: await signFor(deps, sessionId, created.user.id) };
}

/** Opens a session. Failed attempts count against the account and against the caller's IP address. */
export async function logIn(deps: Deps, input: { username: string; password: string; address: string }) {
  // Count the IP address first. If it is blocked, this throws, and the attempt does not count against the account.
  // Otherwise, a blocked attacker could still lock other people out of their accounts.
  await countUse(deps, 'login_address', input.address);
  const found = await findUserForLogin(deps.db, input.username);
  // If no user has this name, count the attempt under the name. The prefix keeps a name from being taken for a user id.
  const account = found?.id ?? `name:${input.username.toLowerCase()}`;
  await countUse(deps, 'login_account', account);
  if (!(await deps.passwords.verify(found?.password_hash, input.password)) || !found) {
    throw new ApiError('invalid_credentials');
  }
  await takeBackUse(deps, 'login_address', input.address);
  await clearUses(deps, 'login_account', account);
  const { sessionId, ...data } = await deps.db.transaction().execute(async (tx) => {
    const session = await openSession(tx, found.id, deps.clock.now());
    return { ...session, user: await getUserWithTeams(tx, found.id) };
  });
  return { ...data, accessToken: await signFor(deps, sessionId, found.id) };
}

/** Exchanges a refresh token for a new pair of tokens. Throws `invalid_refresh_token`. */
export async function refreshSession(deps: Deps, refreshToken: string) {
  // If a retired refresh token is used, somebody has copied it, so `exchangeRefreshToken` deletes the session. Throw
  // the error only after the transaction. Thrown inside, it would roll the deletion back.
  const refreshed = await deps.db
    .transaction()
    .execute((tx) => exchangeRefreshToken(tx, refreshToken, deps.clock.now()));
  if (!refreshed) throw new ApiError('invalid_refresh_token');
  return {
    accessToken: await signFor(deps, refreshed.sessionId, refreshed.userId),
    refreshToken: refreshed.refreshToken,
  };
}

export function logOut(deps: Deps, refreshToken: string): Promise<void> {
  return endSession(deps.db, refreshToken);
}

/** Deletes expired sessions, and expired counts of failed logins. */
export async function removeExpiredSessions(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deleteExpiredSessions(deps.db, now);
  await deleteEndedCounts(deps.db, now);
}

function signFor(deps: Deps, sessionId: string, userId: number) {
  return signAccessToken(deps.sessionSecret, sessionId, userId, deps.clock.now());
}

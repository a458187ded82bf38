import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { signAccessToken, type Actor } from '../../http/session.ts';
import {
  deleteExpiredSessions,
  endSession,
  exchangeRefreshToken,
  openSession,
  recordPasswordConfirmed,
} from '../../http/session-store.ts';
import type { Caller } from '../../http/caller.ts';
import { countUse, deleteEndedCounts } from '../../http/limits.ts';
import { insertTeam } from '../teams/teams.service.ts';
import { enqueueVerification } from '../users/addresses/verification.service.ts';
import { assertGoodPassword, assertKnowsPassword } from '../users/users.passwords.service.ts';
import { forgetOldDevices, rememberDevice } from '../users/users.devices.service.ts';
import { deleteExpiredLinks } from '../users/users.links.service.ts';
import { findUserForLogin, lockUser } from '../users/users.queries.ts';
import { getUserWithTeams, insertUser } from '../users/users.service.ts';
import { countLogin, limitTakenNames } from '../users/users.tries.service.ts';
import { forgetOldTurns } from '../users/users.turns.service.ts';
import { createChallenge, deleteExpiredChallenges } from './two-factor/challenges.service.ts';
import { hasTwoFactor } from './two-factor/two-factor.queries.ts';

export async function registerUser(
  deps: Deps,
  input: BodyOf<Endpoints['POST /auth/register']>,
  caller: Caller,
) {
  await countUse(deps, 'sign_up', caller.address);
  assertGoodPassword(deps.config, input.password, input);
  const password_hash = await deps.passwords.hash(input.password, { address: caller.address });
  const create = () =>
    deps.db.transaction().execute(async (tx) => {
      const { username, email } = input;
      const id = await insertUser(tx, { username, email, password_hash });
      await enqueueVerification(deps, tx, { id, email }, caller.address);
      const team = input.team && (await insertTeam(tx, { ...input.team, adminId: id }));
      const session = await openUserSession(tx, { userId: id, caller, now: deps.clock.now() });
      return { ...team, ...session, user: await getUserWithTeams(deps, tx, id) };
    });
  return signSession(deps, await limitTakenNames(deps, caller.address, create));
}

/**
 * Opens a login session. Throws `invalid_credentials`, or `two_factor_required` with the challenge for the second step
 * of the login.
 */
export async function logIn(deps: Deps, input: { username: string; password: string }, caller: Caller) {
  const found = await findUserForLogin(deps.db, input.username);
  const login = { name: input.username, userId: found?.id ?? null, caller };
  const takeBack = await countLogin(deps, login);
  const asker = { address: caller.address };
  if (!(await deps.passwords.verify(found?.password_hash, input.password, asker)) || !found) {
    throw new ApiError('invalid_credentials');
  }
  await takeBack();
  const opened = await deps.db.transaction().execute((tx) => openProven(deps, tx, found, caller));
  if (typeof opened === 'string') throw new ApiError('two_factor_required', { extra: { challenge: opened } });
  return signSession(deps, opened);
}

/**
 * Opens a login session after a right password, or returns a challenge when the account has a second factor. Locks the
 * user and throws `invalid_credentials` if the password was replaced in the meantime, because a new password must end
 * all sessions.
 */
async function openProven(
  deps: Deps,
  tx: Tx,
  proven: { id: number; password_hash: string },
  caller: Caller,
): Promise<UserSession | string> {
  const present = await lockUser(tx, proven.id);
  if (present?.password_hash !== proven.password_hash) throw new ApiError('invalid_credentials');
  const now = deps.clock.now();
  if (await hasTwoFactor(tx, proven.id)) return createChallenge(tx, proven.id, now);
  return openUserSession(tx, { userId: proven.id, caller, now });
}

export type UserSession = Awaited<ReturnType<typeof openUserSession>>;

/**
 * Opens a login session for a user who has proven who they are, and makes the caller's device known to the account.
 */
export async function openUserSession(
  tx: Tx,
  { userId, caller, now }: { userId: number; caller: Caller; now: Date },
) {
  const session = await openSession(tx, { userId, device: caller.deviceName, now });
  const deviceToken = await rememberDevice(tx, { userId, device: caller.device, now });
  return { ...session, deviceToken, userId };
}

/**
 * Signs the access token of a new session. Reads the user after the transaction, because reads outside of one are
 * cheaper. After what cannot be repeated, such as a sign-up, the user was read before: a failure must not hide that it
 * was done.
 */
export async function signSession<S extends UserSession & { user?: UserWithTeams }>(
  deps: Deps,
  { sessionId, userId, user, ...data }: S,
) {
  const [accessToken, known] = await Promise.all([
    signFor(deps, sessionId, userId),
    user ?? getUserWithTeams(deps, deps.db, userId),
  ]);
  return { ...data, accessToken, user: known };
}

type UserWithTeams = Awaited<ReturnType<typeof getUserWithTeams>>;

/** Throws `invalid_refresh_token`. */
export async function refreshSession(deps: Deps, refreshToken: string) {
  // If somebody uses a retired refresh token, the token was copied, so `exchangeRefreshToken` deletes the session.
  // Throw after the transaction, because a rollback would undo the deletion.
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

/** Records that the caller knows the password, for calls that need a recently typed password. */
export async function confirmPassword(deps: Deps, actor: Actor, password: string): Promise<void> {
  await assertKnowsPassword(deps, actor, { field: 'password', password });
  await recordPasswordConfirmed(deps.db, actor.sessionId, deps.clock.now());
}

/**
 * Deletes expired login sessions, challenges, links and counts of limits. Also deletes known devices and login turns
 * that are no longer used.
 */
export async function removeExpiredSessions(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deleteExpiredSessions(deps.db, now);
  await deleteExpiredChallenges(deps.db, now);
  await deleteEndedCounts(deps.db, now);
  await deleteExpiredLinks(deps.db, now);
  await forgetOldDevices(deps.db, now);
  await forgetOldTurns(deps.db, now);
}

function signFor(deps: Deps, sessionId: string, userId: number) {
  return signAccessToken(deps.sessionSecret, sessionId, userId, deps.clock.now());
}

import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
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
import { findUserForLogin } from '../users/users.queries.ts';
import { getUserWithTeams, insertUser } from '../users/users.service.ts';
import { countLogin, limitTakenNames } from '../users/users.tries.service.ts';
import { forgetOldTurns } from '../users/users.turns.service.ts';

/** Creates a user and a session, and a team if the user is an organiser, all in one transaction. */
export async function registerUser(
  deps: Deps,
  input: BodyOf<Endpoints['POST /auth/register']>,
  { address, device, deviceName }: Caller,
) {
  await countUse(deps, 'sign_up', address);
  assertGoodPassword(deps.config, input.password, input);
  const password_hash = await deps.passwords.hash(input.password);
  const create = () =>
    deps.db.transaction().execute(async (tx) => {
      const { username, email } = input;
      const id = await insertUser(tx, { username, email, password_hash });
      await enqueueVerification(deps, tx, { id, email }, address);
      const team = input.team && (await insertTeam(tx, { ...input.team, adminId: id }));
      const now = deps.clock.now();
      const session = await openSession(tx, { userId: id, device: deviceName, now });
      const deviceToken = await rememberDevice(tx, { userId: id, device, now });
      return { user: await getUserWithTeams(tx, id), ...team, ...session, deviceToken };
    });
  const { sessionId, ...data } = await limitTakenNames(deps, address, create);
  return { ...data, accessToken: await signFor(deps, sessionId, data.user.id) };
}

/** Opens a session, and makes the caller's device known to the account. Throws `invalid_credentials`. */
export async function logIn(deps: Deps, input: { username: string; password: string }, caller: Caller) {
  const found = await findUserForLogin(deps.db, input.username);
  const login = { name: input.username, userId: found?.id ?? null, caller };
  const takeBack = await countLogin(deps, login);
  if (!(await deps.passwords.verify(found?.password_hash, input.password)) || !found) {
    throw new ApiError('invalid_credentials');
  }
  await takeBack();
  const now = deps.clock.now();
  const { sessionId, ...data } = await deps.db.transaction().execute(async (tx) => {
    const session = await openSession(tx, { userId: found.id, device: caller.deviceName, now });
    const deviceToken = await rememberDevice(tx, { userId: found.id, device: caller.device, now });
    return { ...session, deviceToken, user: await getUserWithTeams(tx, found.id) };
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

/** Records that the caller knows the password, for calls that need a recent one. */
export async function confirmPassword(deps: Deps, actor: Actor, password: string): Promise<void> {
  await assertKnowsPassword(deps, actor, { field: 'password', password });
  await recordPasswordConfirmed(deps.db, actor.sessionId, deps.clock.now());
}

/** Deletes expired sessions, ended counts, expired links, and devices and turns that are no longer used. */
export async function removeExpiredSessions(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deleteExpiredSessions(deps.db, now);
  await deleteEndedCounts(deps.db, now);
  await deleteExpiredLinks(deps.db, now);
  await forgetOldDevices(deps.db, now);
  await forgetOldTurns(deps.db, now);
}

function signFor(deps: Deps, sessionId: string, userId: number) {
  return signAccessToken(deps.sessionSecret, sessionId, userId, deps.clock.now());
}

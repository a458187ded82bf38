import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Caller, Signed } from '../../http/caller.ts';
import { ApiError } from '../../http/errors.ts';
import { clearUses, countUse, tryUse, takeBackUse, takeBackUses } from '../../http/limits.ts';
import { isKnownDevice } from './users.devices.service.ts';
import { takeTurn } from './users.turns.service.ts';

interface Login {
  /** The text that the caller typed as username or email address. */
  name: string;
  /**
   * Null when no user has the typed name. The limits treat an unknown name like an account, so that the answers do not
   * reveal who has an account.
   */
  userId: number | null;
  caller: Caller;
}

/**
 * Counts a login before its password is checked. Throws `too_many_requests`. Returns a function to call when the
 * password was right. A known device has its own counter, so that strangers cannot lock the owner out.
 */
export async function countLogin(deps: Deps, { name, userId, caller }: Login): Promise<() => Promise<void>> {
  if (!deps.config.rateLimits) return async () => {};
  // No user has the id 0. Looking it up for an unknown name takes as long as for a user, so that the time does not
  // reveal who has an account.
  const device = await findKnownDevice(deps, userId ?? 0, caller);
  if (device && (await tryUse(deps, 'login_device', device))) {
    return () => clearUses(deps, 'login_device', device);
  }
  const account = userId === null ? `name:${hashName(name)}` : String(userId);
  const pair = `${account} ${caller.address}`;
  // Check the narrower limits first, so that a login that they refuse does not count against the account.
  await countUse(deps, 'login_address', caller.address);
  await countUse(deps, 'login_account_address', pair);
  const isSlowed = !(await tryUse(deps, 'login_account', account));
  if (isSlowed) {
    await takeBackUse(deps, 'login_account', account);
    await takeTurn(deps, { account, network: caller.network }).catch(async (refusal: unknown) => {
      await takeBackUse(deps, 'login_account_address', pair);
      await takeBackUse(deps, 'login_address', caller.address);
      throw refusal;
    });
  }
  return async () => {
    await takeBackUses(deps, [
      { name: 'login_address', subject: caller.address },
      ...(isSlowed ? [] : [{ name: 'login_account' as const, subject: account }]),
    ]);
    await clearUses(deps, 'login_account_address', pair);
  };
}

/**
 * A signed-in user who types a secret. Two-factor codes (`isSecondFactor`) have a separate counter, because a right
 * password clears the usual one.
 */
interface Prover {
  sessionId: string;
  isSecondFactor?: boolean;
}

/**
 * Limits the tries at a current password or a second factor. Returns the result of `attempt`, null for a wrong secret.
 * Each login session has its own counter, so that nobody can use up the owner's tries.
 */
export async function limitTries<T>(
  deps: Deps,
  { sessionId, isSecondFactor = false }: Prover,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const limit = isSecondFactor ? 'second_factor_session' : 'secret_of_session';
  await countUse(deps, limit, sessionId);
  const result = await attempt();
  if (result !== null) await clearUses(deps, limit, sessionId);
  return result;
}

/**
 * Runs `work`, which may throw `username_taken` or `email_taken`. The limits count these errors, because they reveal
 * who has an account. Once a limit is used up, all tries are refused, because refusing only taken names would reveal
 * them.
 */
export async function limitTakenNames<T>(
  deps: Deps,
  subject: string | number,
  work: () => Promise<T>,
): Promise<T> {
  await countUse(deps, 'taken_name', subject);
  let isTaken = false;
  try {
    return await work();
  } catch (error) {
    isTaken = error instanceof ApiError && ['username_taken', 'email_taken'].includes(error.code);
    throw error;
  } finally {
    if (!isTaken) await takeBackUse(deps, 'taken_name', subject);
  }
}

/**
 * Returns the subject under which the limits count this device. Returns null for a device that the account does not
 * know.
 */
export async function findKnownDevice(
  deps: Deps,
  userId: number,
  { device }: Caller,
): Promise<string | null> {
  if (!device || !(await isKnownDevice(deps.db, { userId, device, now: deps.clock.now() }))) return null;
  return `${userId} ${device.toString('base64url')}`;
}

/** The limits store only hashes of the typed names, so that the database keeps nothing that people typed by mistake. */
function hashName(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url');
}

/**
 * Limits how often a caller invites people to a team or adds them to an event, because each gets a mail with the
 * caller's words. Site administrators are not limited. Throws `too_many_requests`.
 */
export async function countAddingPeople(
  deps: Deps,
  { actor, address }: Signed,
  userId: number | undefined,
): Promise<void> {
  if (actor.isSiteAdmin || userId === actor.id) return;
  await countUse(deps, 'naming_address', address);
  await countUse(deps, 'naming', actor.id);
}

/** Site administrators are not limited. */
export async function countLookUp(deps: Deps, { actor, address }: Signed): Promise<void> {
  if (actor.isSiteAdmin) return;
  await countUse(deps, 'look_up_address', address);
  await countUse(deps, 'look_up', actor.id);
}

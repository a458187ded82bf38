import { describeShortPassword } from '@foyer/contract/fields.ts';
import { isCommonPassword } from '../../common-passwords.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { endOtherSessions } from '../../http/session-store.ts';
import { tellOfNewPasswordJob } from './users.jobs.ts';
import { forgetOtherDevices } from './users.devices.service.ts';
import { endLinks } from './users.links.service.ts';
import { findPasswordHash } from './users.queries.ts';
import { limitTries } from './users.tries.service.ts';

/**
 * Throws a field error for a bad password: shorter than PASSWORD_MIN_LENGTH, among the 10,000 most common passwords,
 * or equal to the user's name or email address. Call this function for every new password, even if an administrator
 * chooses the password.
 */
export function assertGoodPassword(
  { passwordMinLength }: Pick<Config, 'passwordMinLength'>,
  password: string,
  owner: { username: string; email: string },
): void {
  if (password.length < passwordMinLength) {
    throw fieldError('password', describeShortPassword(passwordMinLength));
  }
  const names = [owner.username, owner.email].map((name) => name.toLowerCase());
  if (names.includes(password.toLowerCase())) {
    throw fieldError('password', 'The password must not be your username or email');
  }
  if (isCommonPassword(password)) throw fieldError('password', 'Please choose a less common password');
}

const wrongPasswords = {
  current_password: 'Current password is not correct',
  password: 'Password is not correct',
};

export function wrongPassword(field: keyof typeof wrongPasswords): ApiError {
  return fieldError(field, wrongPasswords[field]);
}

/**
 * Throws a field error unless this is the caller's current password. Returns its stored hash. Wrong tries are limited,
 * so that a stolen access token does not help to guess it.
 */
export async function assertKnowsPassword(
  deps: Deps,
  actor: Actor,
  { field, password }: { field: keyof typeof wrongPasswords; password: string | undefined },
): Promise<string> {
  if (!password) throw wrongPassword(field);
  const known = await findPasswordHash(deps.db, actor.id);
  const proven = await limitTries(deps, { sessionId: actor.sessionId }, async () => {
    const isRight = await deps.passwords.verify(known?.password_hash, password, { userId: actor.id });
    return known && isRight ? known.password_hash : null;
  });
  if (proven === null) throw wrongPassword(field);
  return proven;
}

const recentMs = 10 * 60_000;

/**
 * Throws `password_confirmation_required` unless the caller typed the password in the last 10 minutes. A stolen login
 * session must not be enough for the most dangerous calls.
 */
export function assertRecentPassword({ clock }: Pick<Deps, 'clock'>, { passwordConfirmedAt }: Actor): void {
  const age = passwordConfirmedAt && clock.now().getTime() - passwordConfirmedAt.getTime();
  if (age === null || age > recentMs) throw new ApiError('password_confirmation_required');
}

interface NewPassword {
  passwordHash: string;
  /** Whether somebody else has chosen the password. The user must then choose a new password at the next login. */
  isInitial: boolean;
  /** The login session that continues. Null means that all login sessions end. */
  keptSession: string | null;
  /**
   * The device that stays known to the account, by the value in its cookie. Null means that all devices are forgotten.
   */
  keptDevice: Buffer | null;
}

/**
 * Replaces a password, and tells the user by mail if the email address is verified. Ends the login sessions except
 * `keptSession`, and the mailed links for choosing a password. Forgets the devices except `keptDevice`, because a
 * person who knew the old password may have used them.
 * @param user The user before the request. If a thief also changes the email address, the mail goes to the former
 *   address.
 */
export async function replacePassword(
  deps: Deps,
  tx: Tx,
  user: { id: number; email: string; email_verified: boolean },
  { passwordHash, isInitial, keptSession, keptDevice }: NewPassword,
): Promise<void> {
  const now = deps.clock.now();
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: isInitial, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  await endOtherSessions(tx, user.id, { except: keptSession });
  await forgetOtherDevices(tx, user.id, keptDevice);
  await endLinks(tx, user.id, ['reset_password', 'choose_password']);
  if (!user.email_verified) return;
  const news = { userId: user.id, email: user.email, at: now.toISOString(), byAdministrator: isInitial };
  await deps.jobs.enqueue(tx, tellOfNewPasswordJob, news);
}

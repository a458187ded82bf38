import { describeShortPassword } from '@foyer/contract/fields.ts';
import { isCommonPassword } from '../../common-passwords.ts';
import type { Config } from '../../config.ts';
import { fieldError } from '../../http/errors.ts';

/**
 * Throws a field error when nobody should have this password: it is shorter than PASSWORD_MIN_LENGTH, one of the 10,000
 * most common ones, or the user's own name or address. Call this for every new password, whoever sets it.
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

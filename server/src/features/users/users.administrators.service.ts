import type { Deps } from '../../deps.ts';
import { createLinkToken } from './users.links.service.ts';
import { insertUser, recordUserCreated } from './users.service.ts';
import { createSecretToken } from '../../http/secret-tokens.ts';

/**
 * Creates a site administrator without a password. Returns the token of a link with which the administrator chooses
 * one. Throws `username_taken` and `email_taken`.
 */
export async function createAdministrator(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { username, email }: { username: string; email: string },
): Promise<string> {
  // Nobody knows this random password, so only the link opens the account.
  const password_hash = await passwords.hash(createSecretToken(), null);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const userId = await insertUser(tx, { username, email, password_hash, is_site_admin: true });
    await recordUserCreated(tx, now, 'the operator', { id: userId, is_site_admin: true });
    return createLinkToken(tx, { userId, email, purpose: 'choose_password', now });
  });
}

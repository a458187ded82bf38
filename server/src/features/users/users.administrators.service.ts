import type { Deps } from '../../deps.ts';
import { createLinkToken } from './users.links.service.ts';
import { insertUser, recordUserCreated } from './users.service.ts';
import { createSecretToken } from '../../http/secret-tokens.ts';

/**
 * Creates a site administrator without a password, for the person who runs this server. Returns the token of a link
 * that lets the administrator choose a password. Throws `username_taken` and `email_taken`.
 */
export async function createAdministrator(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { username, email }: { username: string; email: string },
): Promise<string> {
  // Store a random password that nobody knows, so that only the link opens the account.
  const password_hash = await passwords.hash(createSecretToken(), null);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const userId = await insertUser(tx, { username, email, password_hash, is_site_admin: true });
    await recordUserCreated(tx, now, 'the operator', { id: userId, is_site_admin: true });
    return createLinkToken(tx, { userId, email, purpose: 'choose_password', now });
  });
}

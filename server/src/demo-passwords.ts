import { OperatorError } from './operator-error.ts';
import type { Deps } from './deps.ts';

/** The README publishes this password. */
export const demoPassword = 'password123';

/**
 * Foyer creates the demo world in an empty database, so the demo users are among the first users. The email addresses
 * of real users end differently.
 */
const firstUsers = 40;
const demoAddress = /@example\.org$/;

/**
 * Throws when a demo user still has the published demo password. Call this function when other computers can reach
 * Foyer: in a database that was filled in development, everybody could log in as administrator.
 */
export async function assertNoDemoPasswords({ db, passwords }: Deps): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .orderBy('id')
    .limit(firstUsers)
    .execute();
  const hashes = users.flatMap((user) => (demoAddress.test(user.email) ? user.password_hash : []));
  for (const hash of new Set(hashes)) {
    if (await passwords.verify(hash, demoPassword, null)) {
      throw new OperatorError(
        'This database holds the demo world, whose passwords everybody knows: set DATA_DIR or DATABASE_URL to another database for a site that others can reach.',
      );
    }
  }
}

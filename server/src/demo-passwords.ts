import { ConfigError } from './config-values.ts';
import type { Deps } from './deps.ts';

/** The password of everybody in the demo world. The read-me tells it to the whole world. */
export const demoPassword = 'password123';

/** The demo world is made in an empty database, so its people are among the first users. Real addresses end differently. */
const firstUsers = 40;
const demoAddress = /@example\.org$/;

/**
 * Throws when somebody of the demo world still has the demo password. Call this when others can reach Foyer: a database
 * that was filled in development would let everybody log in as administrator.
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
      throw new ConfigError(
        'This database holds the demo world, whose passwords everybody knows: set DATA_DIR or DATABASE_URL to another database for a site that others can reach.',
      );
    }
  }
}

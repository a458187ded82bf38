import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a missing hash as for a wrong password, so that the time tells nothing. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id is the library's own default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id off the main thread; at most all cores but one hash at once, so that reads keep theirs. */
export function createPasswords(): Passwords {
  const limit = pLimit(Math.max(1, availableParallelism() - 1));
  const decoy = limit(() => hash('nobody has this password', parameters));
  return {
    hash: (password) => limit(() => hash(password, parameters)),
    verify: async (passwordHash, password) => {
      const compared = passwordHash ?? (await decoy);
      const matches = await limit(() => verify(compared, password));
      return matches && passwordHash !== undefined;
    },
  };
}

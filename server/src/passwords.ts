import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Without a hash, this takes as long as for a wrong password, so that the time does not reveal who has an account.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Hashes with a given salt, so that equal texts have equal hashes and the database can look for one. */
  derive(text: string, salt: Buffer): Promise<Buffer>;
}

/** The cost of argon2id, which is the library's default algorithm. Memory is in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes with argon2id outside the main thread. Limits how much runs at once, so that other requests stay fast. */
export function createPasswords(parameters = cost): Passwords {
  const takeTurn = createTurns();
  const decoy = takeTurn(() => hash('nobody has this password', parameters));
  return {
    hash: (password) => takeTurn(() => hash(password, parameters)),
    verify: async (passwordHash, password) => {
      const compared = passwordHash ?? (await decoy);
      const matches = await takeTurn(() => verify(compared, password));
      return matches && passwordHash !== undefined;
    },
    derive: (text, salt) => takeTurn(() => hashRaw(text, { ...parameters, salt })),
  };
}

/** The main thread counts as busy when it works for more than this share of the time. */
const busy = 0.7;

/**
 * Runs one hashing fewer at once than there are cores, so that the main thread has a core too. If the main thread was
 * busy during a hashing, pauses afterwards for as long, so that a rush of logins uses only half of the other cores'
 * time. The caller gets its result before the pause.
 */
function createTurns() {
  const limit = pLimit(Math.max(1, availableParallelism() - 1));
  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const before = performance.eventLoopUtilization();
        const started = performance.now();
        await work().then(resolve, reject);
        const { utilization } = performance.eventLoopUtilization(before);
        if (utilization > busy) await setTimeout(performance.now() - started);
      });
    });
}

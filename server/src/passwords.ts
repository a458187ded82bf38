import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a missing hash as for a wrong password, so that the time tells nothing. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** What argon2id, the library's own default, spends on a password; memory in kibibytes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id off the main thread, so many at once and at such a pace that reads keep most of the machine. */
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
  };
}

/** The share of its time from which on the main thread counts as busy. */
const busy = 0.7;

/**
 * Runs on at most all cores but one. While the main thread is busy each turn is followed by a rest as long as it
 * took: whoever waited has the answer, and a crowd that logs in leaves half of those cores to everybody else.
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

import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';
import { ApiError } from './http/errors.ts';

/**
 * Who causes a hashing: a signed-in user by id, or somebody who is not signed in by the address that `callerSubject`
 * returns. Null for Foyer itself.
 */
export type Asker = { userId: number } | { address: string } | null;

/** Hashing is slow. All methods throw `unavailable` when the turn would come too late, or the asker waits for too many. */
export interface Passwords {
  hash(password: string, asker: Asker): Promise<string>;
  /**
   * Without a hash, this takes as long as for a wrong password, so that the time does not reveal who has an account.
   */
  verify(passwordHash: string | undefined, password: string, asker: Asker): Promise<boolean>;
}

/** The cost of argon2id, which is the library's default algorithm. Memory is in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes with argon2id outside the main thread. Limits how much runs at once, so that other requests stay fast. */
export function createPasswords(parameters = cost): Passwords {
  const takeTurn = createTurns();
  // Not in the queue: it is slow while Foyer starts, and the queue would expect all others to be as slow.
  const decoy = hash('nobody has this password', parameters);
  return {
    hash: (password, asker) => takeTurn(asker, () => hash(password, parameters)),
    verify: async (passwordHash, password, asker) => {
      const compared = passwordHash ?? (await decoy);
      const matches = await takeTurn(asker, () => verify(compared, password));
      return matches && passwordHash !== undefined;
    },
  };
}

/** How many hashings one user may wait for. People type one password at a time. */
const maxOpenPerUser = 5;

/** How many hashings all callers at one address may wait for. A whole office may share an address. */
const maxOpenPerAddress = 50;

/** Logins wait at most this long for their turn. After that, most people have given up. */
const longestWaitMs = 10_000;

/** The main thread counts as busy when it works for more than this share of the time. */
const busy = 0.7;

/**
 * Runs one hashing fewer at once than there are cores, so that the main thread has a core too. If the main thread was
 * busy during a hashing, pauses afterwards for as long, so that a rush of logins uses only half of the other cores'
 * time. The caller gets its result before the pause. Right passwords count too, because they cost as much.
 */
function createTurns() {
  const queue = createBoundedQueue({ atOnce: Math.max(1, availableParallelism() - 1), longestWaitMs });
  const open = new Map<string, number>();
  return async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    const release = asker && enter(open, asker);
    try {
      return await new Promise<T>((resolve, reject) => {
        const turn = queue.run(async () => {
          const before = performance.eventLoopUtilization();
          const started = performance.now();
          await work().then(resolve, reject);
          const { utilization } = performance.eventLoopUtilization(before);
          if (utilization > busy) await setTimeout(performance.now() - started);
        });
        turn.catch(reject);
      });
    } finally {
      release?.();
    }
  };
}

/** Counts one more open hashing of the asker. Throws `unavailable` if there are too many, or returns how to end it. */
function enter(open: Map<string, number>, asker: NonNullable<Asker>): () => void {
  const [key, most] =
    'userId' in asker
      ? [`user ${asker.userId}`, maxOpenPerUser]
      : [`address ${asker.address}`, maxOpenPerAddress];
  const already = open.get(key) ?? 0;
  if (already >= most) throw new ApiError('unavailable');
  open.set(key, already + 1);
  return () => {
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';
import { ApiError } from './http/errors.ts';

/**
 * The person who needs a hash of a password: a signed-in user, or a visitor's network address. Null when Foyer itself
 * needs the hash.
 */
export type Asker = { userId: number } | { address: string } | null;

/**
 * Password hashing is slow. All methods throw `unavailable` when the work would wait too long, or when the asker has
 * too much of it waiting or running.
 */
export interface Passwords {
  hash(password: string, asker: Asker): Promise<string>;
  /**
   * Without a hash, this takes as long as for a wrong password, so that the time does not reveal who has an account.
   */
  verify(passwordHash: string | undefined, password: string, asker: Asker): Promise<boolean>;
}

/** The cost of argon2id, which is the library's default algorithm. Memory is in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords with argon2id outside the main thread. A limit on simultaneous work keeps other requests fast. */
export function createPasswords(parameters = cost): Passwords {
  const takeTurn = createTurns();
  // Hash this password outside the queue. Hashing is slow while Foyer starts, and the queue would expect all later work
  // to be as slow.
  const decoy = hash('nobody has this password', parameters);
  void decoy.then(preferMainThread, () => {});
  return {
    hash: (password, asker) => takeTurn(asker, () => hash(password, parameters)),
    verify: async (passwordHash, password, asker) => {
      const compared = passwordHash ?? (await decoy);
      const matches = await takeTurn(asker, () => verify(compared, password));
      return matches && passwordHash !== undefined;
    },
  };
}

/** One user may have this many hashings waiting or running, because people type one password at a time. */
const maxOpenPerUser = 5;

/** Callers at one network address, such as an office, may have this many hashings waiting or running. */
const maxOpenPerAddress = 50;

/**
 * A login that would wait longer for the hashing of its password is refused, because most people would have given up.
 */
const longestWaitMs = 10_000;

/** Node's pool has four threads, which also compress and read files. One stays free, and so does one core, if possible. */
const atOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));

/** Hashes a few passwords at a time. Returns the function that waits for the asker's turn. */
function createTurns() {
  const queue = createBoundedQueue({ atOnce, longestWaitMs });
  const open = new Map<string, number>();
  return async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    const release = asker && enter(open, asker);
    try {
      return await queue.run(work);
    } finally {
      release?.();
    }
  };
}

const lowPriority = 5;

/**
 * Gives the threads of Node's pool a lower priority, so that on a full machine the system prefers the main thread and the
 * database. Only Linux has a priority for each thread, and names the threads in this folder.
 */
function preferMainThread(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') setPriority(Number(thread), lowPriority);
    }
  } catch {
    // Elsewhere, hashing shares the processors equally.
  }
}

/**
 * Counts one more hashing of the asker, and returns the function that ends the count. Throws `unavailable` when the
 * asker has too many waiting or running.
 */
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

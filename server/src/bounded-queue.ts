import { ApiError } from './http/errors.ts';

interface Limits {
  /** How many run at the same time. */
  atOnce: number;
  /** Nobody waits longer than this. */
  longestWaitMs: number;
}

export interface BoundedQueue {
  /** Runs the work in its turn. Throws `unavailable` when its turn would come too late. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** How much the newest duration counts in the average. */
const share = 0.2;

/**
 * Creates a queue that refuses work at once when its turn would come too late, judging by how long earlier work took.
 * Without a bound, each caller of a rush would wait for all the others, and most would have given up before their turn.
 */
export function createBoundedQueue({ atOnce, longestWaitMs }: Limits): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  let averageMs = 0;

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if ((averageMs * (waiting.length + 1)) / atOnce > longestWaitMs) throw new ApiError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(new ApiError('unavailable'));
    }, longestWaitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Gives the turn to the next in the queue. */
  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work) {
      await takeTurn();
      const started = performance.now();
      try {
        return await work();
      } finally {
        const took = performance.now() - started;
        averageMs = averageMs === 0 ? took : averageMs + share * (took - averageMs);
        passTurn();
      }
    },
  };
}

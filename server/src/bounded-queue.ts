import { ApiError } from './http/errors.ts';

interface Limits {
  /** The number of works that run at the same time. */
  atOnce: number;
  /** The longest time that work may wait in the queue. */
  longestWaitMs: number;
}

export interface BoundedQueue {
  /** Runs the work in order of arrival. Throws `unavailable` when the work would wait too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** The weight of the newest duration in the moving average. */
const share = 0.2;

/**
 * Creates a queue that refuses work at once when the work would wait too long, judging by the duration of earlier
 * work. Without this limit, everybody in a rush would wait for all others, and most people would have given up before
 * their turn.
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

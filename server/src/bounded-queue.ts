import { ApiError } from './http/errors.ts';

interface Limits {
  atOnce: number;
  longestWaitMs: number;
}

export interface BoundedQueue {
  /**
   * Runs the task when its turn comes, in order of arrival. Throws `unavailable` when the task would wait too long or
   * has waited too long. `maxWaitMs` replaces the queue's limit for this task.
   */
  run<T>(work: () => Promise<T>, maxWaitMs?: number): Promise<T>;
}

/** The weight of the newest task in the moving average of durations. */
const share = 0.2;

/** The longest time that a timer of Node can wait. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Creates a queue that refuses a task as soon as the task would wait too long, judging by earlier tasks. In a rush, a
 * longer queue would serve people who have already given up.
 */
export function createBoundedQueue({ atOnce, longestWaitMs }: Limits): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  let averageMs = 0;

  async function takeTurn(maxWaitMs: number): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if ((averageMs * (waiting.length + 1)) / atOnce > maxWaitMs) throw new ApiError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(
      () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(new ApiError('unavailable'));
      },
      Math.min(maxWaitMs, longestTimerMs),
    );
    await promise.finally(() => clearTimeout(timer));
  }

  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work, maxWaitMs = longestWaitMs) {
      await takeTurn(maxWaitMs);
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

import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from './failures.ts';

const pauseMs = 250;
const longestMs = 5_000;

/**
 * Repeats a statement while the database cannot be reached, for about five seconds. Only for statements that may run
 * twice: the first run may have succeeded although its result was lost.
 */
export async function retryWhileUnavailable<T>(run: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(pauseMs);
  }
}

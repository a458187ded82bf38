import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from './failures.ts';

const pauseMs = 250;
const longestMs = 5_000;

/**
 * Repeats a statement for about five seconds while the database cannot be reached. Use this function only for
 * statements that may run twice: the first run may have succeeded although the response was lost.
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

import type { TestClock } from '../app.ts';

/** Creates a clock that a test moves. Between two moves no time passes, however busy the computer is. */
export function createStillClock(): TestClock {
  let time = Date.now();
  return { now: () => new Date(time), advance: (milliseconds) => void (time += milliseconds) };
}

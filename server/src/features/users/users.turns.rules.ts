/** The longest wait that a refused login names. A queue that is longer is waited for in several steps. */
const longestWaitSeconds = 60;

const firstWaitSeconds = 5;

/** How the logins of a slowed account follow each other. docs/decisions/015 gives the reasons and the bounds. */
export const turnRules = {
  longestWaitSeconds,
  /** One turn for each 0.3 seconds is 12,000 in an hour, and 200 networks that wait are served within a minute. */
  everyMs: 300,
  /** The wait before a network's first turn, its second and so on: 5, 10, 20, 40, and then 60 seconds each. */
  waitMs: (turn: number) => Math.min(firstWaitSeconds * 2 ** (turn - 1), longestWaitSeconds) * 1000,
  /** A turn that nobody uses ends two minutes after it came. */
  endOf: (startsAt: Date) => new Date(startsAt.getTime() + 120_000),
  /** A network whose last turn ended before this begins with the short wait again. */
  oldest: (now: Date) => new Date(now.getTime() - 15 * 60_000),
};

/** The longest wait that a refused login is told. In a longer queue, the login is told to wait several times. */
const longestWaitSeconds = 60;

const firstWaitSeconds = 5;

/**
 * When many wrong passwords have slowed the logins of an account, each network gets a turn to try. docs/decisions/015
 * gives the reasons.
 */
export const turnRules = {
  longestWaitSeconds,
  /** One turn every 0.3 seconds: 12,000 turns in an hour, and enough for 200 waiting networks within a minute. */
  everyMs: 300,
  /** The wait before a network's first turn, second turn and so on: 5, 10, 20, 40, then always 60 seconds. */
  waitMs: (turn: number) => Math.min(firstWaitSeconds * 2 ** (turn - 1), longestWaitSeconds) * 1000,
  /** A turn that nobody uses ends two minutes after its start. */
  endOf: (startsAt: Date) => new Date(startsAt.getTime() + 120_000),
  /** A network whose last turn ended before this time begins with the shortest wait again. */
  oldest: (now: Date) => new Date(now.getTime() - 15 * 60_000),
};

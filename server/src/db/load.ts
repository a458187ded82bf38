import type { Dialect } from 'kysely';
import type { Pool } from 'pg';

export interface DatabaseLoad {
  inUse(): number;
  waiting(): number;
  expectWaitMs(): number;
}

/** The embedded database has no pool of connections, so nothing waits for one. */
export const noWaits: DatabaseLoad = { inUse: () => 0, waiting: () => 0, expectWaitMs: () => 0 };

/**
 * The weight of the newest interval in the moving average `averageMs`. An interval begins when a waiting task gets a
 * connection, and ends when the next one does.
 */
const share = 0.2;

interface WatchedPool extends DatabaseLoad {
  /** Counts a wait for a connection that does not pass through the drivers. Returns what ends it. */
  startWait: () => () => void;
}

type Counts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/**
 * Wraps the drivers that the dialect creates, to measure how long tasks wait for a connection. The expected wait
 * depends on the length and the speed of the queue, and is at least the time that the first task has already waited.
 */
export function watchPool(dialect: Dialect, pool: Counts): WatchedPool {
  /** Longest wait first. `since` is the start of the wait. */
  const waiting = new Set<{ since: number }>();
  let lastTurn = performance.now();
  let averageMs = 0;

  function countTurn(): void {
    const now = performance.now();
    // Without a queue, the interval would measure how often work arrives instead of how fast the queue moves.
    if (waiting.size > 0) averageMs += share * (now - lastTurn - averageMs);
    lastTurn = now;
  }

  function startWait(): () => void {
    const wait = { since: performance.now() };
    waiting.add(wait);
    return () => {
      waiting.delete(wait);
      countTurn();
    };
  }

  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => acquire(options).finally(startWait());
    return driver;
  };
  return {
    startWait,
    inUse: () => pool.totalCount - pool.idleCount,
    // Statements of the job queue wait in the pool only, and reads that are sent together have one place there.
    waiting: () => Math.max(pool.waitingCount, waiting.size),
    expectWaitMs() {
      const [longest] = waiting;
      const soFar = longest ? performance.now() - longest.since : 0;
      return Math.max(soFar, waiting.size * averageMs);
    },
  };
}

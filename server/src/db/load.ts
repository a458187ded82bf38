import type { Dialect } from 'kysely';
import type { Pool } from 'pg';

/** How busy the database connections of this process are. */
export interface DatabaseLoad {
  inUse(): number;
  waiting(): number;
  /** How long the work that waits longest for a connection has been waiting, in milliseconds. */
  longestWaitMs(): number;
}

/** Nobody waits for a connection to the embedded database: its statements take turns on the main thread. */
export const noWaits: DatabaseLoad = { inUse: () => 0, waiting: () => 0, longestWaitMs: () => 0 };

/** Watches how long work waits until the pool has a connection for it. Changes the drivers that the dialect creates. */
export function watchPool(dialect: Dialect, pool: Pool): DatabaseLoad {
  /** Since when each work waits, the longest first. */
  const waiting = new Set<{ since: number }>();
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const wait = { since: performance.now() };
      waiting.add(wait);
      return acquire(options).finally(() => waiting.delete(wait));
    };
    return driver;
  };
  return {
    inUse: () => pool.totalCount - pool.idleCount,
    waiting: () => pool.waitingCount,
    longestWaitMs() {
      const [longest] = waiting;
      return longest ? performance.now() - longest.since : 0;
    },
  };
}

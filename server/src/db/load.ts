import type { Dialect } from 'kysely';
import type { Pool } from 'pg';

/** How busy the database connections of this process are. */
export interface DatabaseLoad {
  inUse(): number;
  waiting(): number;
  /** How long work that comes now must expect to wait for a connection, in milliseconds. */
  expectWaitMs(): number;
}

/** Nobody waits for a connection to the embedded database: its statements take turns on the main thread. */
export const noWaits: DatabaseLoad = { inUse: () => 0, waiting: () => 0, expectWaitMs: () => 0 };

/** How much the newest time between two turns of the queue counts in `averageMs`. */
const share = 0.2;

type Counts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/**
 * Watches how long work waits until the pool has a connection for it. Changes the drivers that the dialect creates. The
 * expectation comes from the pace at which the queue moves, so that it is right from the first moment of a rush.
 */
export function watchPool(dialect: Dialect, pool: Counts): DatabaseLoad {
  /** Since when each work waits, the longest first. */
  const waiting = new Set<{ since: number }>();
  let lastTurn = performance.now();
  let averageMs = 0;

  function countTurn(): void {
    const now = performance.now();
    // Without a queue, the interval only says how often work comes.
    if (waiting.size > 0) averageMs += share * (now - lastTurn - averageMs);
    lastTurn = now;
  }

  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const wait = { since: performance.now() };
      waiting.add(wait);
      return acquire(options).finally(() => {
        waiting.delete(wait);
        countTurn();
      });
    };
    return driver;
  };
  return {
    inUse: () => pool.totalCount - pool.idleCount,
    waiting: () => pool.waitingCount,
    expectWaitMs() {
      const [longest] = waiting;
      const soFar = longest ? performance.now() - longest.since : 0;
      return Math.max(soFar, waiting.size * averageMs);
    },
  };
}

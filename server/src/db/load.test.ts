import { PostgresDialect, type DatabaseConnection, type Dialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPool } from './load.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));

afterEach(() => void vi.useRealTimers());

function makePool() {
  const turns: (() => void)[] = [];
  const dialect: Dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('No database here')) });
  const create = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = create();
    driver.acquireConnection = () =>
      new Promise((resolve) => turns.push(() => resolve({} as DatabaseConnection)));
    return driver;
  };
  const load = watchPool(dialect, { totalCount: 1, idleCount: 0, waitingCount: 0 });
  const driver = dialect.createDriver();
  const asked: Promise<unknown>[] = [];
  return {
    load,
    ask: (times: number) => {
      for (let n = 0; n < times; n += 1) asked.push(driver.acquireConnection());
    },
    give: async (times: number, eachMs: number) => {
      for (let n = 0; n < times; n += 1) {
        vi.advanceTimersByTime(eachMs);
        turns.shift()?.();
        await asked.shift();
      }
    },
  };
}

describe('the expected wait for a database connection', () => {
  it('follows from the length and the speed of the queue', async () => {
    const { load, ask, give } = makePool();
    expect(load.expectWaitMs()).toBe(0);
    ask(200);
    await give(100, 10);
    expect(load.expectWaitMs()).toBeGreaterThan(900);
    ask(100);
    expect(load.expectWaitMs()).toBeGreaterThan(1900);
    await give(200, 1);
    expect(load.expectWaitMs()).toBe(0);
    ask(100);
    expect(load.expectWaitMs()).toBeLessThan(300);
  });

  it('is never shorter than the time that the first request in the queue has already waited', () => {
    const { load, ask } = makePool();
    ask(1);
    vi.advanceTimersByTime(3000);
    expect(load.expectWaitMs()).toBe(3000);
  });
});

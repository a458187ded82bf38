import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import type { TestApp } from '../app.ts';

/** Waits until exactly this many of the app's SQL statements wait for a lock. */
export async function waitUntilLocked({ db }: TestApp, statements: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      return rows.length;
    })
    .toBe(statements);
}

/** Waits until an SQL statement waits for this transaction. */
export async function waitUntilBlocked({ db }: TestApp, by: Tx): Promise<void> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(by);
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where ${own[0]?.pid}::integer = any (pg_blocking_pids(pid))`.execute(db);
      return rows.length;
    })
    .toBe(1);
}

export type Request = () => Promise<{ status: number | string }>;

/**
 * Starts both requests, one after the other, while `lock` keeps them waiting. Returns their statuses. Foyer answers a
 * deadlock with status 503.
 */
export async function runDuringLock(
  app: TestApp,
  lock: (tx: Tx) => Promise<unknown>,
  requests: [Request, Request],
) {
  const started = await app.db.transaction().execute(async (tx) => {
    await lock(tx);
    const running: ReturnType<Request>[] = [];
    for (const request of requests) {
      running.push(request());
      await waitUntilLocked(app, running.length);
    }
    return { running };
  });
  const answers = await Promise.all(started.running);
  expect(await listBrokenInvariants(app.db)).toEqual([]);
  return answers.map(({ status }) => status);
}

export const lockRow = (table: 'events' | 'orders' | 'tickets' | 'ticket_types', id: number) => (tx: Tx) =>
  tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();

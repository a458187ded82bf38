import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
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

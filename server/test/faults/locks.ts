import { sql } from 'kysely';
import { expect } from 'vitest';
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

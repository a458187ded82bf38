import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { limitNames, limits } from '../../src/http/limits.ts';
import type { TestDatabase } from '../database/create-database.ts';
import { createTestDatabase } from '../database/database.ts';
import { subject, useEachLimitTwice } from './use-limits.ts';

const command = fileURLToPath(new URL('use-limits-command.ts', import.meta.url));
const now = new Date();

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function leaveThreeUses(): Promise<void> {
  const connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
  const window_ends_at = new Date(now.getTime() + 60_000);
  const counts = limitNames.map((name) => ({
    subject: `${name}:${subject}`,
    uses: limits[name].uses - 3,
    window_ends_at,
  }));
  await connection.db.insertInto('limit_counts').values(counts).execute();
  await connection.close();
}

async function useEachLimitTwiceInAnotherProcess(): Promise<unknown> {
  const args = [command, database.url, now.toISOString()];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

const forEachLimit = (allowed: number) => Object.fromEntries(limitNames.map((name) => [name, allowed]));

describe('two processes on PostgreSQL', () => {
  it('share every limit', async () => {
    await leaveThreeUses();
    expect(await useEachLimitTwice(database.url, now)).toEqual(forEachLimit(2));
    expect(await useEachLimitTwiceInAnotherProcess()).toEqual(forEachLimit(1));
    expect(await useEachLimitTwice(database.url, now)).toEqual(forEachLimit(0));
  });
});

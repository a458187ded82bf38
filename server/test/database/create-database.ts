import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** `drop` also closes database connections that are still open. */
export async function createDatabase(adminUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `foyer_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a quarter of the time that PostgreSQL needs to write each page to its log.
  await execute(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** One connection for each server, because opening one takes longer than most of these statements. */
const pools = new Map<string, pg.Pool>();

async function execute(adminUrl: string, statement: string) {
  const pool = pools.get(adminUrl) ?? connect(adminUrl);
  pools.set(adminUrl, pool);
  await pool.query(statement);
}

function connect(adminUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops at the end of the tests, before this process does.
  pool.on('error', () => {});
  return pool;
}

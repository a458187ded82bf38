import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type LogConfig, type Transaction } from 'kysely';
import pg from 'pg';
import { fromPglite } from 'pg-boss';
import { HotClient } from './hot.ts';
import { lockFolder } from './lock-folder.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type JobsDatabase = ReturnType<typeof fromPglite>;

export interface Connection {
  db: Db;
  kind: 'postgres' | 'embedded';
  /** The same database as the job queue wants it. */
  jobs: JobsDatabase;
  close(): Promise<void>;
}

const int8 = pg.types.builtins.INT8;

// Ids and counts stay far below 2^53, so they are plain numbers on this side.
pg.types.setTypeParser(int8, Number);

/** Connects to the server that `databaseUrl` names, with at most `pool` connections; `log` hears each statement. */
export function connectPostgres(options: { databaseUrl: string; pool: number; log?: LogConfig }): Connection {
  const pool = new pg.Pool({
    Client: HotClient,
    connectionString: options.databaseUrl,
    max: options.pool,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
  });
  // A connection that the server drops is replaced at the next query; unheard, its error would end the process.
  // The pool listens to the idle ones only, and one in use reports the loss beside failing its query.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: options.log });
  return {
    db,
    kind: 'postgres',
    jobs: { executeSql: async (text, values) => pool.query(text, values) },
    close: () => db.destroy(),
  };
}

/** Opens the embedded database in `folder`, which this process then has to itself; in memory without one. */
export async function openEmbedded(folder: string | null): Promise<Connection> {
  const unlock = folder ? await lockEmbedded(folder) : () => {};
  const [{ PGlite: Database }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ]);
  const database: PGlite = await Database.create({
    dataDir: folder ?? 'memory://',
    extensions: { pg_trgm },
    parsers: { [int8]: Number },
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: database }) });
  return {
    db,
    kind: 'embedded',
    jobs: fromPglite(database),
    close: async () => {
      await db.destroy();
      if (!database.closed) await database.close();
      unlock();
    },
  };
}

async function lockEmbedded(folder: string) {
  await mkdir(dirname(folder), { recursive: true });
  return lockFolder(join(dirname(folder), 'pg.lock'));
}

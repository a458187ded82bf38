import { dirname } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type LogConfig, type Transaction } from 'kysely';
import pg from 'pg';
import { fromPglite } from 'pg-boss';
import { watchChanges, type Changes } from './changes.ts';
import { HotClient, sendReadsWith } from './hot.ts';
import { noWaits, watchPool, type DatabaseLoad } from './load.ts';
import { lockFolder } from './lock-folder.ts';
import { parseTime } from './parse-time.ts';
import { shareConnections } from './reads.ts';
import { retryWhileUnavailable } from './retry.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type JobsDatabase = ReturnType<typeof fromPglite>;

export interface Connection {
  db: Db;
  kind: 'postgres' | 'embedded';
  /** The same database as `db`, in the form that the job queue needs. */
  jobs: JobsDatabase;
  load: DatabaseLoad;
  /** The writes of `db`. Other processes, and the job queue's own tables, are not watched. */
  changes: Changes;
  close(): Promise<void>;
}

const int8 = pg.types.builtins.INT8;

// Ids and counts stay far below 2^53, so JavaScript numbers hold them exactly.
pg.types.setTypeParser(int8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime);

interface PostgresOptions {
  databaseUrl: string;
  pool: number;
  log?: LogConfig;
  /** Allows a transaction to stay idle without a time limit, for example while pg_dump reads its snapshot. */
  transactionsMayWait?: boolean;
}

export function connectPostgres(options: PostgresOptions): Connection {
  const pool = new pg.Pool({
    Client: HotClient,
    connectionString: options.databaseUrl,
    max: options.pool,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: options.transactionsMayWait ? 0 : 30_000,
    connectionTimeoutMillis: 5_000,
  });
  // Ignore lost database connections, because the pool opens a new connection for the next query. Without an error
  // listener, Node would end the process. The pool reports only the errors of idle clients, so each client needs its
  // own listener.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool });
  const load = watchPool(dialect, pool);
  const changes = watchChanges(dialect);
  const db = new Kysely<Tables>({ dialect, log: options.log });
  // The log would not see reads that do not pass through Kysely.
  if (!options.log) {
    sendReadsWith(db, {
      together: shareConnections(pool, load.startWait),
      alone: shareConnections(pool, load.startWait, { mostTogether: 1 }),
    });
  }
  return {
    db,
    kind: 'postgres',
    load,
    changes,
    // Retry the queue's statements while the database cannot be reached. Otherwise the queue could not record a
    // finished job, and would run that job again.
    jobs: { executeSql: (text, values) => retryWhileUnavailable(() => pool.query(text, values)) },
    close: () => db.destroy(),
  };
}

interface EmbeddedConnection extends Connection {
  /** Returns the whole database as a compressed archive. `openEmbedded` can restore the database from this archive. */
  dump(): Promise<Buffer>;
}

/**
 * Opens the embedded database in `folder` and locks the parent folder. Without `folder`, the database is kept in
 * memory. With `dump`, the database is created from that archive, and `folder` must not exist yet.
 */
export async function openEmbedded(
  folder: string | null,
  { dump }: { dump?: Blob } = {},
): Promise<EmbeddedConnection> {
  const unlock = folder ? await lockFolder(dirname(folder)) : () => {};
  const [{ PGlite: Database }, { pg_trgm }, { PrivateFiles }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('./private-files.ts'),
  ]);
  const database: PGlite = await Database.create({
    ...(folder ? { fs: new PrivateFiles(folder) } : { dataDir: 'memory://' }),
    extensions: { pg_trgm },
    parsers: { [int8]: Number },
    ...(dump && { loadDataDir: dump }),
  });
  const dialect = new PGliteDialect({ pglite: database });
  const changes = watchChanges(dialect);
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    kind: 'embedded',
    load: noWaits,
    changes,
    jobs: fromPglite(database),
    dump: async () => Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()),
    close: async () => {
      await db.destroy();
      if (!database.closed) await database.close();
      unlock();
    },
  };
}

import { sandboxMigrations } from '@foyer/payment-sandbox/payment-sandbox.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { allJobs } from '../../src/features/all-jobs.ts';
import { startJobs } from '../../src/jobs/jobs.ts';

/** Prepares the database that DATABASE_URL names, with all tables and job queues, for tests that copy this database. */
const { DATABASE_URL: databaseUrl = '' } = process.env;
const connection = connectPostgres({ databaseUrl, pool: 1 });
await migrate(connection.db);
await migrate(connection.db, sandboxMigrations);
const jobs = await startJobs({
  database: connection.jobs,
  kind: connection.kind,
  jobs: allJobs,
  works: false,
  onError: (error) => {
    throw error;
  },
});
await jobs.stop();
await connection.close();

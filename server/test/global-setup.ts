import { sandboxMigrations } from '@foyer/payment-sandbox/payment-sandbox.ts';
import type { TestProject } from 'vitest/node';
import { connectPostgres } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase } from './database/create-database.ts';
import { startPostgres } from './database/postgres.ts';

/** Starts PostgreSQL once and migrates one database, which each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ socket: true });
  const template = await createDatabase(server.adminUrl);
  const connection = connectPostgres({ databaseUrl: template.url, pool: 1 });
  await migrate(connection.db);
  await migrate(connection.db, sandboxMigrations);
  await connection.close();
  project.provide('postgres', { adminUrl: server.adminUrl, template: template.name });
  return async () => {
    await template.drop();
    await server.stop();
  };
}

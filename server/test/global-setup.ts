import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { createDatabase } from './database/create-database.ts';
import { startPostgres } from './database/postgres.ts';

const command = join(import.meta.dirname, 'database', 'template-command.ts');

/** Starts PostgreSQL once and prepares one database, which each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ socket: true });
  const template = await createDatabase(server.adminUrl);
  // A process of its own prepares the database, because Vitest cannot load all of the server's modules here.
  const env = { ...process.env, DATABASE_URL: template.url };
  await promisify(execFile)(process.execPath, [command], { env });
  project.provide('postgres', { adminUrl: server.adminUrl, template: template.name });
  return async () => {
    await template.drop();
    await server.stop();
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../server/test/database/postgres.ts';
import { startFoyer } from './server.ts';

/**
 * Starts one PostgreSQL server, in which each worker creates its own database. Also fills one embedded
 * database with the demo world. Each worker copies this database, because filling a database is slow.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const demoData = await mkdtemp(join(tmpdir(), 'foyer-demo-'));
  const [server] = await Promise.all([startPostgres({ socket: true }), createDemoData(demoData)]);
  process.env.FOYER_E2E_POSTGRES = server.adminUrl;
  process.env.FOYER_E2E_DEMO_DATA = demoData;
  return async () => {
    await server.stop();
    await rm(demoData, { recursive: true });
  };
}

async function createDemoData(dataDir: string) {
  const foyer = await startFoyer({ dataDir });
  await foyer.stop();
}

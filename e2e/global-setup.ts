import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../server/test/database/postgres.ts';
import { startFoyer } from './server.ts';

/**
 * Starts one PostgreSQL server for the stories that run on it, where each worker has its own database, and makes the
 * demo world of the embedded database once, which each worker copies: that takes most of a first start.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const world = await mkdtemp(join(tmpdir(), 'foyer-world-'));
  const [server] = await Promise.all([startPostgres({ socket: true }), makeWorld(world)]);
  process.env.FOYER_E2E_POSTGRES = server.adminUrl;
  process.env.FOYER_E2E_WORLD = world;
  return async () => {
    await server.stop();
    await rm(world, { recursive: true });
  };
}

async function makeWorld(dataDir: string) {
  const foyer = await startFoyer({ dataDir });
  await foyer.stop();
}

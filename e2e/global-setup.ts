import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import { findChromium } from './browser.ts';
import { startFoyer } from './server.ts';

/**
 * Unpacks the browser, starts one PostgreSQL server, and fills one database with the demo world. Each worker copies this
 * database, because filling a database is slow.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const [world, browser] = await Promise.allSettled([prepareDemoWorld(), findChromium()]);
  if (world.status === 'rejected') throw world.reason;
  if (browser.status === 'fulfilled') return world.value;
  await world.value();
  throw browser.reason;
}

async function prepareDemoWorld() {
  const server = await startPostgres({ socket: true });
  const demo = await createDatabase(server.adminUrl);
  const demoData = await mkdtemp(join(tmpdir(), 'foyer-demo-'));
  const foyer = await startFoyer({ databaseUrl: demo.url, dataDir: demoData });
  await foyer.stop();
  process.env.FOYER_E2E_POSTGRES = server.adminUrl;
  process.env.FOYER_E2E_DEMO_DATABASE = demo.name;
  process.env.FOYER_E2E_DEMO_DATA = demoData;
  return async () => {
    await demo.drop();
    await server.stop();
    await rm(demoData, { recursive: true });
  };
}

import { startPostgres } from '../server/test/postgres.ts';

/** Starts one PostgreSQL server for the stories that run on it; each worker has its own database there. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startPostgres({ socket: true });
  process.env.FOYER_E2E_POSTGRES = server.adminUrl;
  return () => server.stop();
}

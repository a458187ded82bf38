import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';

/**
 * Answers load balancers and monitoring. `/api` gives the name and version. `/api/health` answers 200 while the process
 * runs, and `/api/ready` only while the database answers and the disk has space.
 */
export function registerStatusRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/api', () => ({
    name: 'Foyer',
    version: packageJson.version,
    documentation: `${deps.publicUrl}/api/docs`,
  }));

  app.get('/api/health', () => ({ status: 'ok' }));

  app.get('/api/ready', async () => {
    await sql`select 1`.execute(deps.db);
    if (await deps.disk.isFull()) throw new ApiError('storage_full');
    return { status: 'ok' };
  });
}

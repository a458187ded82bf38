import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';

/**
 * Answers load balancers and monitoring. `/api` answers with the name and version, `/api/health` whenever the process
 * runs, and `/api/ready` only if the database answers too and the disk has space left.
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

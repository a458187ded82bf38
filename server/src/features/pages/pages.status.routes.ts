import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';

const version = '0.1.0';

/** For load balancers and people who look around: what this is, whether it lives, whether it can serve. */
export function registerStatusRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/api', () => ({ name: 'Foyer', version, documentation: `${deps.publicUrl}/api/docs` }));

  app.get('/api/health', () => ({ status: 'ok' }));

  app.get('/api/ready', async () => {
    await sql`select 1`.execute(deps.db);
    return { status: 'ok' };
  });
}

import { join } from 'node:path';
import type { Config } from '../config.ts';
import { connectPostgres, openEmbedded, type Connection } from './connect.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** With PostgreSQL, the pool has at most `pool` connections. */
export async function openDatabase(config: Place, { pool }: { pool: number }): Promise<Connection> {
  if (config.databaseUrl) return connectPostgres({ databaseUrl: config.databaseUrl, pool });
  return openEmbedded(embeddedFolder(config));
}

export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'pg');
}

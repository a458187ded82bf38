import pg from 'pg';
import { HotClient } from '../server/src/db/hot.ts';
import { openRecordedApp, type Statement } from './recorded-app.ts';

export interface BareDatabase {
  /**
   * Returns a function that sends the SQL statements of one GET request directly to the database, without the
   * server.
   */
  read(path: string): () => Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Records the SQL statements that the server runs for some paths, so that the benchmark can repeat the statements
 * without the server.
 */
export async function openBareDatabase(
  databaseUrl: string,
  options: { connections: number; paths: string[] },
): Promise<BareDatabase> {
  const app = await openRecordedApp(databaseUrl);
  const statements = new Map<string, Statement[]>();
  for (const path of options.paths) statements.set(path, await app.record(path));
  await app.close();
  const pool = new pg.Pool({ Client: HotClient, connectionString: databaseUrl, max: options.connections });
  return {
    read: (path) => async () => {
      for (const { sql, parameters } of statements.get(path) ?? []) await pool.query(sql, [...parameters]);
    },
    close: () => pool.end(),
  };
}

import { readConfig } from '../../src/config.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { tryUse, limitNames } from '../../src/http/limits.ts';
import { createLog } from '../../src/log.ts';

export const subject = 'somebody';

/** Returns how many of the two uses each limit allowed. */
export async function useEachLimitTwice(databaseUrl: string, now: Date): Promise<Record<string, number>> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  const deps = {
    config: readConfig({}),
    db: connection.db,
    clock: { now: () => now },
    log: createLog('silent'),
  };
  const allowed: Record<string, number> = {};
  for (const name of limitNames) {
    const answers = [await tryUse(deps, name, subject), await tryUse(deps, name, subject)];
    allowed[name] = answers.filter(Boolean).length;
  }
  await connection.close();
  return allowed;
}

import type { KyselyPlugin } from 'kysely';
import type { Deps } from '../src/deps.ts';
import type { TestApp } from './app.ts';

/** Counts the SQL statements that `run` sends to the database. */
export async function countStatements(app: TestApp, run: (deps: Deps) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await run({ ...app.deps, db: app.db.withPlugin(counter) });
  return count;
}

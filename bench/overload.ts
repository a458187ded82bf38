import { availableParallelism } from 'node:os';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import type { Bench, Outcome } from './api-parts.ts';
import { measurePrinting, measureRush } from './overload-parts.ts';
import { makeSmallWorld } from './small-world.ts';

const parts: Record<string, { title: string; measure: (bench: Bench) => Promise<Outcome> }> = {
  pdfs: { title: 'Reads while twenty people print their tickets without pause', measure: measurePrinting },
  rush: { title: 'A thousand people register for one event at the same moment', measure: measureRush },
};

const options = process.argv.slice(2);
const chosen = options.filter((option) => option in parts);
const seconds = options.includes('--quick') ? 8 : 24;

const server = await startPostgres({ durable: true });
const database = await createDatabase(server.adminUrl);
let failed = 0;
try {
  const bench = {
    adminUrl: server.adminUrl,
    databaseUrl: database.url,
    world: await makeSmallWorld(database.url),
    seconds,
    fullLoadSeconds: seconds,
  };
  console.log(`${availableParallelism()} cores, which the load shares with the server`);
  for (const [name, { title, measure }] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n(${name}) ${title}`);
    const { lines, passed } = await measure(bench);
    for (const line of lines) console.log(`    ${line}`);
    console.log(`    ${passed ? 'PASS' : 'FAIL'}`);
    if (!passed) failed += 1;
  }
} finally {
  await database.drop();
  await server.stop();
}
process.exitCode = failed === 0 ? 0 : 1;

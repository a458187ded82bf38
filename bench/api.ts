import { availableParallelism } from 'node:os';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import {
  measureMemory,
  measureLogins,
  measureReadsWhileHashing,
  measureSignUps,
  measureSilentMailServer,
  type Bench,
  type Outcome,
} from './api-parts.ts';
import { measureCosts } from './costs.ts';
import { measureGrowth } from './growth.ts';
import { measureHot, measureStatements } from './rivals.ts';
import { makeSmallWorld } from './small-world.ts';

const parts: Record<string, { title: string; measure: (bench: Bench) => Promise<Outcome> }> = {
  hot: { title: 'Answers from memory, and a plain Fastify that sends the same bytes', measure: measureHot },
  sql: {
    title: 'Answers from the database, and a plain Fastify that runs the same statements',
    measure: measureStatements,
  },
  b: { title: 'Twenty sign-ups at the same time, with two connections', measure: measureSignUps },
  c: { title: 'Reads while eight people log in without pause', measure: measureReadsWhileHashing },
  logins: { title: 'Logins, and argon2 alone', measure: measureLogins },
  d: { title: 'A mail server that accepts connections and never answers', measure: measureSilentMailServer },
  e: { title: 'Memory under full load', measure: measureMemory },
  costs: { title: 'Processor time of a request by steps', measure: measureCosts },
  growth: { title: 'How reads grow with events, connections and processes', measure: measureGrowth },
};

/** These parts run only when they are named: one explains the others, and one takes long. */
const onlyChosen = new Set(['costs', 'growth']);

const options = process.argv.slice(2);
const isQuick = options.includes('--quick');
const chosen = options.filter((option) => option in parts);

const server = await startPostgres({ durable: true });
const database = await createDatabase(server.adminUrl);
let failed = 0;
try {
  const bench: Bench = {
    adminUrl: server.adminUrl,
    databaseUrl: database.url,
    world: await makeSmallWorld(database.url),
    seconds: isQuick ? 10 : 40,
    fullLoadSeconds: isQuick ? 20 : 300,
  };
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, which the load shares with the server`,
  );
  for (const [name, { title, measure }] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : onlyChosen.has(name)) continue;
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

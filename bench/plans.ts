import pg from 'pg';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import { explain, type BigTables, type Plan } from './explain.ts';
import { fillLarge } from './fill-large.ts';
import { admin, otherCalls, publicCalls, userTablePaths, type ListCall } from './list-calls.ts';
import { openRecordedApp, type RecordedApp } from './recorded-app.ts';

const yearMs = 365 * 24 * 3600 * 1000;

/**
 * The most rows that a page of a list may sort, unless it returns more. A list that sorts more rows gets slower as the
 * table grows.
 */
const maxSorted = 500;
const maxMs = 50;

/** The longest accepted time for the administrators' table of users, from the request to the last byte. */
const maxWholeMs = 200;
/** The number of runs is odd, so that the middle value is the median. */
const wholeRuns = 9;

/**
 * The queries of the public lists depend on the date, so they are measured twice: today, with eight years of the data
 * in the past, and six years earlier, with two years in the past.
 */
const views = [
  { title: 'Public lists, with 80 % of the events in the past', now: new Date(), calls: publicCalls },
  {
    title: 'Public lists, with 80 % of the events to come',
    now: new Date(Date.now() - 6 * yearMs),
    calls: publicCalls,
  },
  { title: 'Lists of a person, a team and the administrators', now: new Date(), calls: otherCalls },
];

const server = await startPostgres({ durable: true });
const database = await createDatabase(server.adminUrl);
const client = new pg.Client({ connectionString: database.url });
try {
  await client.connect();
  console.log('Filling the database, about a minute…');
  const { seconds, lockedTables } = await fillLarge(database.url);
  console.log(`Registrations became orders in ${seconds.toFixed(1)} s; every invariant holds.`);
  console.log(`Nobody else could read these tables meanwhile: ${lockedTables.join(', ')}.`);
  await printPlans();
} finally {
  await client.end();
  await database.drop();
  await server.stop();
}

async function printPlans() {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const bigTables = await countBigTables();
  const sizes = [...bigTables].map(([table, count]) => `${count.toLocaleString('en')} ${table}`).join(', ');
  console.log(`PostgreSQL ${rows[0]?.version}: ${sizes}`);
  const app = await openRecordedApp(database.url);
  let failures = 0;
  for (const { title, now, calls } of views) {
    app.setTime(now);
    console.log(`\n### ${title}\n`);
    console.log('| Call | Statement | Rows | Read | Sorted | Blocks | ms | |');
    console.log('| --- | --- | --: | --: | --: | --: | --: | --- |');
    for (const call of calls) {
      for (const statement of await app.record(call.path, call.userId)) {
        const plan = await explain(client, bigTables, statement);
        const fault = findFault(call, plan);
        if (fault) failures += 1;
        console.log(describe(call, plan, fault));
      }
    }
  }
  failures += await printWholeAnswers(app);
  await app.close();
  console.log(failures === 0 ? '\nPASS' : `\nFAIL: ${failures} of them`);
  process.exitCode = failures === 0 ? 0 : 1;
}

/** @returns how many calls took too long */
async function printWholeAnswers(app: RecordedApp): Promise<number> {
  let failures = 0;
  console.log('\n### The table of users, through the whole API\n');
  console.log('| Call | Median ms | Longest | |');
  console.log('| --- | --: | --: | --- |');
  for (const path of userTablePaths) {
    await app.measure(path, admin, 1);
    const times = (await app.measure(path, admin, wholeRuns)).toSorted((a, b) => a - b);
    const median = times[Math.floor(wholeRuns / 2)] ?? Infinity;
    const isLate = median > maxWholeMs;
    if (isLate) failures += 1;
    const cells = [
      path,
      median.toFixed(1),
      times.at(-1)?.toFixed(1),
      isLate ? `over ${maxWholeMs} ms` : 'ok',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return failures;
}

async function countBigTables(): Promise<BigTables> {
  const counts = new Map<string, number>();
  for (const table of ['events', 'users', 'orders', 'tickets', 'payments']) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    counts.set(table, Number(rows[0]?.count));
  }
  return counts;
}

function findFault({ kind }: ListCall, plan: Plan): string | null {
  if (kind === 'whole') return null;
  if (plan.executionMs > maxMs) return `over ${maxMs} ms`;
  if (plan.scannedTables.length > 0) return `scans ${plan.scannedTables.join(' and ')}`;
  if (kind === 'page' && plan.rowsSorted > Math.max(maxSorted, plan.rows)) return 'sorts too much';
  return null;
}

function describe(call: ListCall, plan: Plan, fault: string | null) {
  const numbers = [plan.rows, plan.rowsRead, plan.rowsSorted, plan.blocks].map((n) => n.toLocaleString('en'));
  const cells = [
    `${call.path}${call.userId ? ` (user ${call.userId})` : ''}`,
    plan.steps.join(' → '),
    ...numbers,
    plan.executionMs.toFixed(1),
    fault ?? (call.kind === 'whole' ? 'all of it' : 'ok'),
  ];
  return `| ${cells.join(' | ')} |`;
}

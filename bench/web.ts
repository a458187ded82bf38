import { availableParallelism } from 'node:os';
import { startFoyer } from '../e2e/server.ts';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import { installLighthouse, type Report, runLighthouse } from './lighthouse.ts';

/** What every public page must reach on a slow phone. Times are in milliseconds. */
const limits = [
  { name: 'FCP', audit: 'first-contentful-paint', most: 1000, digits: 0 },
  { name: 'LCP', audit: 'largest-contentful-paint', most: 1500, digits: 0 },
  { name: 'TBT', audit: 'total-blocking-time', most: 80, digits: 0 },
  { name: 'CLS', audit: 'cumulative-layout-shift', most: 0, digits: 3 },
] as const;
const leastScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

const options = process.argv.slice(2);
const runs = options.includes('--quick') ? 1 : 5;
const wanted = options.filter((option) => option.startsWith('/'));

installLighthouse();
const server = await startPostgres({});
const database = await createDatabase(server.adminUrl);
const foyer = await startFoyer({ databaseUrl: database.url });
let failed = 0;
try {
  console.log(
    `Lighthouse's phone on slow 4G, median of ${runs}, ${availableParallelism()} cores, which the browser shares with the server`,
  );
  for (const { name, path, skipped } of await listPages(foyer.url)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await runLighthouse(foyer.url + path, skipped));
    if (!describePage(name, reports)) failed += 1;
  }
} finally {
  await foyer.stop();
  await database.drop();
  await server.stop();
}
process.exitCode = failed === 0 ? 0 : 1;

async function listPages(url: string) {
  const answer = await fetch(`${url}/api/events?sort_by=start_time&order=asc&limit=1`);
  const { events } = (await answer.json()) as { events: { id: number }[] };
  const id = events[0]?.id;
  if (id === undefined) throw new Error('The demo world has no event');
  const offers = await fetch(`${url}/api/events/${id}/ticket-types`);
  const { ticket_types } = (await offers.json()) as { ticket_types: { id: number }[] };
  return [
    { name: '/', path: '/', skipped: [] },
    { name: '/events', path: '/events', skipped: [] },
    { name: '/events/{id}', path: `/events/${id}`, skipped: [] },
    {
      name: '/events/{id}/checkout',
      path: `/events/${id}/checkout?tickets=${ticket_types[0]?.id}x1`,
      // Search engines must not list a checkout.
      skipped: ['is-crawlable'],
    },
  ];
}

/** Prints the medians of a page. Returns whether all of them are within the limits. */
function describePage(name: string, reports: Report[]): boolean {
  const figures = limits.map(({ name: figure, audit, most, digits }) => {
    const value = median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
    return { text: `${figure} ${value.toFixed(digits)}`, passed: Number(value.toFixed(digits)) <= most };
  });
  const scores = Object.entries(leastScores).map(([category, least]) => {
    const score = Math.round(
      100 * median(reports.map(({ categories }) => categories[category]?.score ?? Number.NaN)),
    );
    return { text: `${category} ${score}`, passed: score >= least };
  });
  const passed = [...figures, ...scores].every((figure) => figure.passed);
  console.log(`\n${name}`);
  for (const line of [figures, scores]) {
    console.log(`    ${line.map((figure) => `${figure.text}${figure.passed ? '' : ' (!)'}`).join('  ')}`);
  }
  for (const fault of listFaults(reports)) console.log(`    ${fault}`);
  console.log(`    ${passed ? 'PASS' : 'FAIL'}`);
  return passed;
}

/** Lists the failed audits of the categories that must have 100 points. */
function listFaults([report]: Report[]): string[] {
  if (!report) return [];
  return Object.entries(report.categories)
    .filter(([category]) => category !== 'performance')
    .flatMap(([category, { auditRefs }]) =>
      auditRefs.flatMap(({ id }) => {
        const { score = null, title } = report.audits[id] ?? {};
        return score !== null && score < 0.9 ? [`${category}: ${title} (${id})`] : [];
      }),
    );
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

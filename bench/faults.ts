import { availableParallelism } from 'node:os';
import { seeCrashes } from '../server/test/faults/crashes.ts';
import {
  watchDatabaseOutage,
  watchMailOutage,
  watchProviderOutage,
  startTestSite,
  type Outage,
  type TestSite,
} from '../server/test/faults/outages.ts';

const isQuick = process.argv.includes('--quick');
const lasting = isQuick ? 5_000 : 60_000;
const kills = isQuick ? 5 : 50;
const maxToMakeUp = 60_000;
/**
 * How long the benchmark waits until every payment has led to a ticket or a refund. The reconcile job may need four
 * minutes, because it runs every two minutes and skips younger payments.
 */
const patienceMs = 300_000;

interface Part {
  title: string;
  see: (site: TestSite) => Promise<{ lines: string[]; passed: boolean }>;
}

function judge(outage: Outage) {
  const strange = Object.keys(outage.reads).filter((name) => name !== '200' && name !== '503');
  const seconds = (outage.millisecondsToCatchUp / 1000).toFixed(1);
  return {
    lines: [
      `reads answered ${JSON.stringify(outage.reads)}, buyers and teams ${JSON.stringify(outage.answers)}`,
      `${seconds} s after its return nothing was outstanding`,
      ...outage.faults,
    ],
    passed: strange.length === 0 && outage.faults.length === 0 && outage.millisecondsToCatchUp <= maxToMakeUp,
  };
}

const parts: Record<string, Part> = {
  provider: {
    title: `The payment provider is away for ${lasting / 1000} s`,
    see: async (site) => judge(await watchProviderOutage(site, lasting)),
  },
  mail: {
    title: `The mail server is away for ${lasting / 1000} s`,
    see: async (site) => judge(await watchMailOutage(site, lasting)),
  },
  database: {
    title: `The database is away for ${lasting / 1000} s`,
    see: async (site) => judge(await watchDatabaseOutage(site, lasting)),
  },
  kills: {
    title: `${kills} processes are killed during a sale`,
    async see({ processes }) {
      const seen = await seeCrashes(processes, { kills, patienceMs, random: Math.random });
      const { paid, registered, ordered } = seen.promised;
      return {
        lines: [
          `${paid} payments, ${registered} free seats and ${ordered} free orders were acknowledged; answers ${JSON.stringify(seen.answers)}`,
          `${(seen.millisecondsToCatchUp / 1000).toFixed(1)} s after the last kill nobody was owed money`,
          ...seen.faults,
        ],
        passed: seen.faults.length === 0 && paid > kills,
      };
    },
  },
};

const chosen = process.argv.slice(2).filter((option) => option in parts);
console.log(`Node ${process.version}, ${availableParallelism()} cores, two processes on one database`);
const site = await startTestSite();
let failed = 0;
try {
  for (const [name, { title, see }] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n${title}`);
    const { lines, passed } = await see(site);
    for (const line of lines) console.log(`    ${line}`);
    console.log(`    ${passed ? 'PASS' : 'FAIL'}`);
    if (!passed) failed += 1;
  }
} finally {
  await site.stop();
}
process.exitCode = failed === 0 ? 0 : 1;

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from './invariants.ts';
import { compareBooks, finishPendingWork } from './finish-pending-work.ts';
import { makeHistory, type Step } from './steps.ts';
import { takeStep } from './take-step.ts';
import { makeWorld, replaceGone, type World } from './world.ts';

const seed = Number(process.env.FOYER_SEED ?? 20_261_121);
const count = Number(process.env.FOYER_STEPS ?? 2000);

/** After this many groups of steps, the test finishes all pending work and compares the ledger with the provider. */
const groupsUntilPause = 500;

const shown = 40;

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterAll(async () => {
  await world.close();
});

/** Descriptions of all steps so far, one entry for each group. */
const log: string[] = [];

function fail(faults: string[]): never {
  const lines = [
    `FOYER_SEED=${seed} FOYER_STEPS=${count} npx vitest run server/test/model`,
    ...faults,
    `after ${log.length} groups of steps, of which the last are:`,
    ...log.slice(-shown),
  ];
  throw new Error(lines.join('\n'));
}

/** Takes the steps of a group at the same moment. Each step names the app that it runs on. */
async function takeTogether(group: Step[]) {
  world.clock.advance(1000);
  world.isAlone = group.length === 1;
  const outcomes = await Promise.allSettled(group.map((step) => takeStep(world, step)));
  const faults = outcomes.flatMap((outcome, n) =>
    outcome.status === 'rejected' ? [`${group[n]?.kind}: ${String(outcome.reason)}`] : [],
  );
  log.push(
    outcomes
      .map((outcome, n) => (outcome.status === 'fulfilled' ? outcome.value : `${group[n]?.kind} FAILED`))
      .join('\n    and '),
  );
  return faults;
}

async function finishAndCompare() {
  const pending = await finishPendingWork(world);
  log.push('all pending work is finished');
  const differences = await compareBooks(world);
  const wrong = [...pending, ...differences, ...(await listBrokenInvariants(world.apps[0].db))];
  if (wrong.length > 0) fail(wrong);
}

describe('Foyer', () => {
  it(
    `keeps seats, orders, tickets and the ledger correct through ${count} random steps (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      for (const [n, group] of makeHistory(seed, count).entries()) {
        const faults = await takeTogether(group);
        faults.push(...(await listBrokenInvariants(world.apps[0].db)));
        if (faults.length > 0) fail(faults);
        const isPause = n % groupsUntilPause === groupsUntilPause - 1;
        if (isPause) await finishAndCompare();
        if (isPause || group.some(({ kind }) => kind.startsWith('delete'))) await replaceGone(world);
      }
      await finishAndCompare();
      // The random steps must have led to many sales, refunds and transfers. Otherwise the checks above would prove nothing.
      const books = await world.apps[0].sandbox.listChargedPayments();
      expect(books.length).toBeGreaterThan(count / 40);
      expect(books.filter(({ refunded }) => refunded > 0).length).toBeGreaterThan(count / 300);
      expect(world.orders.length).toBeGreaterThan(count / 40);
      expect(world.oldCodes.length).toBeGreaterThan(count / 300);
    },
  );
});

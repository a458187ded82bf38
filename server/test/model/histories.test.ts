import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listBrokenInvariants } from './invariants.ts';
import { compareBooks, runUntilSettled } from './settle.ts';
import { makeHistory, type Step } from './steps.ts';
import { takeStep } from './take-step.ts';
import { makeWorld, replaceGone, type World } from './world.ts';

const seed = Number(process.env.FOYER_SEED ?? 20_261_121);
const count = Number(process.env.FOYER_STEPS ?? 2000);

/** How many groups of steps lie between two moments at which everything that is owed is done. */
const untilSettled = 500;

const shown = 40;

let world: World;

beforeAll(async () => {
  // Between its tries at a provider that is away the SDK waits for most of a second.
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.001);
  vi.spyOn(Stripe.prototype, 'getMaxNetworkRetryDelay').mockReturnValue(0.001);
  world = await makeWorld();
});

afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Everything that happened, in words. */
const told: string[] = [];

function fail(what: string | string[]): never {
  const lines = [
    `FOYER_SEED=${seed} FOYER_STEPS=${count} npx vitest run server/test/model`,
    ...[what].flat(),
    `after ${told.length} moments, the last of which:`,
    ...told.slice(-shown),
  ];
  throw new Error(lines.join('\n'));
}

/** Steps that happen at once, on one app or both. */
async function takeTogether(group: Step[]) {
  world.clock.advance(1000);
  const outcomes = await Promise.allSettled(group.map((step) => takeStep(world, step)));
  const faults = outcomes.flatMap((outcome, n) =>
    outcome.status === 'rejected' ? [`${group[n]?.kind}: ${String(outcome.reason)}`] : [],
  );
  told.push(
    outcomes
      .map((outcome, n) => (outcome.status === 'fulfilled' ? outcome.value : `${group[n]?.kind} FAILED`))
      .join('\n    and '),
  );
  return faults;
}

async function settle() {
  const debts = await runUntilSettled(world);
  told.push('everything that was owed is done');
  const differences = await compareBooks(world);
  const wrong = [...debts, ...differences, ...(await listBrokenInvariants(world.apps[0].db))];
  if (wrong.length > 0) fail(wrong);
}

it(
  `keeps money and seats right in a history of ${count} steps, whatever happens at once (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    for (const [n, group] of makeHistory(seed, count).entries()) {
      const faults = await takeTogether(group);
      faults.push(...(await listBrokenInvariants(world.apps[0].db)));
      if (faults.length > 0) fail(faults);
      const isSettled = n % untilSettled === untilSettled - 1;
      if (isSettled) await settle();
      if (isSettled || group.some(({ kind }) => kind.startsWith('delete'))) await replaceGone(world);
    }
    await settle();
    // A history in which nothing was sold has shown nothing.
    const books = await world.apps[0].sandbox.listChargedPayments();
    expect(books.length).toBeGreaterThan(count / 40);
    expect(books.filter(({ refunded }) => refunded > 0).length).toBeGreaterThan(count / 300);
  },
);

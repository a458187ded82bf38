import { inspect, isDeepStrictEqual } from 'node:util';
import { reconcileJob, expireHoldsJob } from '../../src/features/payments/payments.jobs.ts';
import { settleCancelledJob } from '../../src/features/payments/payments.cancellations.jobs.ts';
import { NORMAL_SWITCHES } from '../../src/payments/sandbox/switches.ts';
import { readBothBooks } from '../payments.ts';
import { listDebts } from './invariants.ts';
import { workOffQueue } from './queue.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const mostRounds = 25;

/** Everybody is well again, and a day passes: whatever is owed is done by then. Gives what is not, in words. */
export async function settleEverything(world: World): Promise<string[]> {
  const { apps, clock } = world;
  const [app] = apps;
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
  world.isProviderWell = true;
  // What was paid is held against the provider once a day.
  clock.advance(25 * 60 * minuteMs);
  let debts: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const { deps, sandbox } = apps[round % 2 === 0 ? 0 : 1];
    await sandbox.deliverDue();
    while ((await workOffQueue(app, { most: 200 })) > 0);
    for (const job of [expireHoldsJob, settleCancelledJob, reconcileJob]) await job.run(deps, {});
    clock.advance(3 * minuteMs);
    debts = await listDebts(app.db, clock.now());
    if (debts.length === 0 && round > 1) break;
  }
  return debts;
}

/** Payments by intent that the ledger and the provider speak of differently; empty when they agree to the penny. */
export async function compareBooks(world: World): Promise<string[]> {
  const { ledger, provider } = await readBothBooks(world.apps[0]);
  const intents = new Set([...ledger.keys(), ...provider.keys()]);
  return [...intents].flatMap((intent) => {
    const [ours, theirs] = [ledger.get(intent), provider.get(intent)];
    if (isDeepStrictEqual(ours, theirs)) return [];
    return [`${intent}: the ledger says ${inspect(ours)}, the provider ${inspect(theirs)}`];
  });
}

import { inspect, isDeepStrictEqual } from 'node:util';
import { closeCancelledEvents } from '../../src/features/payments/refunds/cancellations.service.ts';
import { expireHolds } from '../../src/features/payments/checkout/holds.service.ts';
import { reconcilePayments } from '../../src/features/payments/ledger/reconcile.service.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { readBothBooks } from '../payments.ts';
import { listDebts } from './invariants.ts';
import { processQueue } from './queue.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const maxRounds = 25;

/**
 * The provider works again and two days pass: by then nothing may be owed. Returns in words what still is. Paid payments
 * are compared with the provider once a day, and some are only found to be paid on the first day.
 */
export async function runUntilSettled(world: World): Promise<string[]> {
  const { apps, clock } = world;
  await apps[0].sandbox.setSwitches(NORMAL_SWITCHES);
  world.isProviderWell = true;
  clock.advance(25 * 60 * minuteMs);
  for (let round = 0; round < 2; round += 1) await doRound(world, round);
  clock.advance(25 * 60 * minuteMs);
  let debts: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    await doRound(world, round);
    debts = await listDebts(apps[0].db, clock.now());
    if (debts.length === 0) break;
  }
  return debts;
}

async function doRound({ apps, clock }: World, round: number): Promise<void> {
  const app = apps[round % 2 === 0 ? 0 : 1];
  await app.sandbox.deliverDue();
  while ((await processQueue(app, { most: 200 })) > 0);
  for (const run of [expireHolds, closeCancelledEvents, reconcilePayments]) await run(app.deps);
  clock.advance(3 * minuteMs);
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

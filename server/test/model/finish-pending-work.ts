import { inspect, isDeepStrictEqual } from 'node:util';
import { closeCancelledEvents } from '../../src/features/payments/refunds/cancellations.service.ts';
import { expireHolds } from '../../src/features/payments/checkout/holds.service.ts';
import { reconcilePayments } from '../../src/features/payments/ledger/reconcile.service.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { readBothBooks } from '../payments.ts';
import { listPendingWork } from './invariants.ts';
import { processQueue } from './queue.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const maxRounds = 25;

/**
 * Ends the provider's outage, lets two days pass, and describes the work that is still pending. One day is too short:
 * the reconcile job compares a payment again only a day after it has found the payment to be paid.
 */
export async function finishPendingWork(world: World): Promise<string[]> {
  const { apps, clock } = world;
  await apps[0].sandbox.setSwitches(NORMAL_SWITCHES);
  world.isProviderUp = true;
  clock.advance(25 * 60 * minuteMs);
  for (let round = 0; round < 2; round += 1) await doRound(world, round);
  clock.advance(25 * 60 * minuteMs);
  let pending: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    await doRound(world, round);
    pending = await listPendingWork(apps[0].db, clock.now());
    if (pending.length === 0) break;
  }
  return pending;
}

async function doRound({ apps, clock }: World, round: number): Promise<void> {
  const app = apps[round % 2 === 0 ? 0 : 1];
  await app.sandbox.deliverDue();
  while ((await processQueue(app, { most: 200 })) > 0);
  for (const run of [expireHolds, closeCancelledEvents, reconcilePayments]) await run(app.deps);
  clock.advance(3 * minuteMs);
}

/** Describes the payments on which the ledger and the provider differ. Empty when they agree to the penny. */
export async function compareBooks(world: World): Promise<string[]> {
  const { ledger, provider } = await readBothBooks(world.apps[0]);
  const intents = new Set([...ledger.keys(), ...provider.keys()]);
  return [...intents].flatMap((intent) => {
    const [ours, theirs] = [ledger.get(intent), provider.get(intent)];
    if (isDeepStrictEqual(ours, theirs)) return [];
    return [`${intent}: the ledger says ${inspect(ours)}, the provider ${inspect(theirs)}`];
  });
}

import { Stripe } from 'stripe';
import { connectProvider } from '../payments.ts';
import type { Step } from './steps.ts';
import { choose, type World } from './world.ts';

const newest = 20;

/**
 * Calls the provider and returns the outcome: `refused` if the provider refused the call, or failed while it was down.
 * Throws all other errors.
 */
export async function atProvider(world: World, act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (error) {
    const isRefusal =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isRefusal || !world.isProviderUp) return 'refused';
    throw error;
  }
}

async function findCharge(world: World, pick: number): Promise<string | undefined> {
  const charges = await world.apps[0].sandbox.context.db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('type', '=', 'charge')
    .where('status', '=', 'succeeded')
    .orderBy('seq', 'desc')
    .limit(newest)
    .execute();
  return choose(charges, pick)?.id;
}

/** Refunds a whole charge, or one pound of it, directly at the provider. */
export async function refundElsewhere(world: World, { app, pick }: Step): Promise<string> {
  const charge = await findCharge(world, pick);
  if (!charge) return 'nothing to refund';
  const amount = pick % 2 === 0 ? 100 : undefined;
  return atProvider(world, async () => {
    const refund = await connectProvider(world.apps[app]).refunds.create({ charge, amount });
    return `${refund.status} ${refund.amount}`;
  });
}

export async function dispute(world: World, { app, pick }: Step): Promise<string> {
  const charge = await findCharge(world, pick);
  if (!charge) return 'nothing to dispute';
  return world.apps[app].sandbox.openDispute(charge).then(
    () => 'disputed',
    () => 'refused',
  );
}

export async function closeDispute(world: World, { app, pick }: Step): Promise<string> {
  const { sandbox } = world.apps[app];
  const open = await sandbox.context.db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('type', '=', 'dispute')
    .where('status', 'not in', ['won', 'lost'])
    .orderBy('seq')
    .executeTakeFirst();
  if (!open) return 'nothing to close';
  const outcome = pick % 2 === 0 ? 'won' : 'lost';
  return sandbox.closeDispute(open.id, outcome).then(
    () => outcome,
    () => 'refused',
  );
}

const webhookOrders = ['created', 'reversed', 'shuffled'] as const;

export async function steerWebhooks(world: World, { app, pick }: Step): Promise<string> {
  const change = {
    webhookDelayMs: pick % 3 === 0 ? 5 * 60_000 : 0,
    webhookDuplicates: (pick >> 2) % 3,
    webhookDrop: (pick >> 4) % 6 === 0,
    webhookOrder: choose(webhookOrders, pick >> 6) ?? 'created',
    webhookSeed: pick,
    payments: choose(['at once', 'at once', 'succeed later', 'fail later'] as const, pick >> 8) ?? 'at once',
  };
  await world.apps[app].sandbox.setSwitches(change);
  return JSON.stringify(change);
}

export async function deliverWebhooks(world: World, { app }: Step): Promise<string> {
  return `${await world.apps[app].sandbox.deliverDue()} attempts`;
}

const outages = ['errors', 'unreachable', 'loses_answers'] as const;

export async function steerProvider(world: World, { app, pick }: Step): Promise<string> {
  // One step in five starts an outage. The others end it.
  const api = (pick % 5 === 0 && choose(outages, pick >> 4)) || 'up';
  await world.apps[app].sandbox.setSwitches({ api });
  world.isProviderUp = api === 'up';
  return api;
}

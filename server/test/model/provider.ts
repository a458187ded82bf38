import { Stripe } from 'stripe';
import { vi } from 'vitest';
import { PaymentRefusedError } from '../../src/payments/provider.ts';
import { connectProvider } from '../payments.ts';
import { refundPart } from './organisers.ts';
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
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof PaymentRefusedError;
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

const outages = ['errors', 'unreachable', 'loses_answers', 'still_running', 'rate_limited'] as const;

export async function steerProvider(world: World, { app, pick }: Step): Promise<string> {
  // One step in five starts an outage. The others end it.
  const api = (pick % 5 === 0 && choose(outages, pick >> 4)) || 'up';
  await world.apps[app].sandbox.setSwitches({ api });
  world.isProviderUp = api === 'up';
  return api;
}

const doubts = ['still_running', 'rate_limited', 'loses_answers', 'errors'] as const;

/**
 * Asks for a refund while the provider leaves the outcome unknown. Half of the time, the provider then carries out the
 * first request after all, as if the request had only taken long.
 */
export async function refundInDoubt(world: World, step: Step): Promise<string> {
  if (!world.isProviderUp) return 'the provider is down';
  const { sandbox, deps } = world.apps[step.app];
  const api = choose(doubts, step.pick >> 9) ?? 'still_running';
  const request = vi.spyOn(deps.payments, 'refund');
  await sandbox.setSwitches({ api });
  world.isProviderUp = false;
  const outcome = await refundPart(world, step);
  await sandbox.setSwitches({ api: 'up' });
  world.isProviderUp = true;
  const first = request.mock.calls[0]?.[0];
  request.mockRestore();
  if (!first || (step.pick >> 11) % 2 === 0) return `${api}: ${outcome}`;
  const late = await atProvider(world, () => deps.payments.refund(first));
  return `${api}: ${outcome}, later ${late}`;
}

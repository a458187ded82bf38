import { createHmac } from 'node:crypto';
import type { PaymentSandbox } from '@foyer/payment-sandbox/payment-sandbox.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import type { Clock } from '../deps.ts';
import type { PaymentProvider } from './provider.ts';
import { connectStripe } from './stripe.ts';
import { webhookTypes } from './webhook-types.ts';

interface Needs {
  config: Config;
  db: Db;
  publicUrl: string;
  sessionSecret: Uint8Array;
  clock: Clock;
  log: FastifyBaseLogger;
}

export interface ConnectedPayments {
  provider: PaymentProvider;
  sandbox?: PaymentSandbox;
}

/** Connects to the provider that the settings name: Stripe, or the payment sandbox through the same Stripe client. */
export async function connectPayments(needs: Needs): Promise<ConnectedPayments> {
  const { payments, stripeSecretKey, stripeWebhookSecret } = needs.config;
  if (payments === 'stripe' && stripeSecretKey && stripeWebhookSecret) {
    return { provider: connectStripe({ secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret }) };
  }
  const sandbox = await openSandbox(needs);
  const webhookSecret = deriveWebhookSecret(needs.sessionSecret);
  const provider = connectStripe({ secretKey: 'sk_sandbox_foyer', webhookSecret, fetch: sandbox.fetch });
  return { provider, sandbox };
}

/** Loads the payment sandbox and creates its tables. A server that uses Stripe never calls this function. */
async function openSandbox({ config, db, publicUrl, sessionSecret, clock, log }: Needs) {
  const { createPaymentSandbox, sandboxMigrations } =
    await import('@foyer/payment-sandbox/payment-sandbox.ts');
  await migrate(db, sandboxMigrations);
  return createPaymentSandbox({
    db,
    publicUrl,
    // Only processes that answer requests send webhooks, each to its own port. The public URL may be on localhost,
    // which leads nowhere in the container of a worker.
    webhookUrl: `http://127.0.0.1:${config.port}/api/stripe/webhook`,
    webhookSecret: deriveWebhookSecret(sessionSecret),
    clock,
    log,
    webhookEvents: Object.keys(webhookTypes),
    allowSwitches: config.devPages,
  });
}

/** Processes with the same session secret accept each other's webhooks. */
export function deriveWebhookSecret(sessionSecret: Uint8Array): string {
  return `whsec_${createHmac('sha256', sessionSecret).update('sandbox webhooks').digest('hex')}`;
}

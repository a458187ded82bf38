import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Clock } from '../deps.ts';
import type { PaymentProvider } from './provider.ts';
import { createPaymentSandbox, type PaymentSandbox } from './sandbox/sandbox.ts';
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

/** Connects the provider that the settings name. With the sandbox, the same client talks to a stand-in in this process. */
export function connectPayments(needs: Needs): { provider: PaymentProvider; sandbox?: PaymentSandbox } {
  const { config, sessionSecret } = needs;
  if (config.payments === 'stripe' && config.stripeSecretKey && config.stripeWebhookSecret) {
    const { stripeSecretKey, stripeWebhookSecret } = config;
    return { provider: connectStripe({ secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret }) };
  }
  const webhookSecret = deriveWebhookSecret(sessionSecret);
  const sandbox = createPaymentSandbox({
    db: needs.db,
    publicUrl: needs.publicUrl,
    // A worker listens on no port.
    webhookUrl: `${config.role === 'worker' ? needs.publicUrl : `http://127.0.0.1:${config.port}`}/api/stripe/webhook`,
    webhookSecret,
    clock: needs.clock,
    log: needs.log,
    webhookEvents: Object.keys(webhookTypes),
  });
  return {
    provider: connectStripe({ secretKey: 'sk_sandbox_foyer', webhookSecret, fetch: sandbox.fetch }),
    sandbox,
  };
}

/** The key that the sandbox signs webhooks with. Processes that share the session secret accept each other's webhooks. */
export function deriveWebhookSecret(sessionSecret: Uint8Array): string {
  return `whsec_${createHmac('sha256', sessionSecret).update('sandbox webhooks').digest('hex')}`;
}

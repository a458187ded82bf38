import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Clock } from '../deps.ts';
import type { PaymentProvider } from './provider.ts';
import { createPaymentSandbox, type PaymentSandbox } from './sandbox/sandbox.ts';
import { connectStripe } from './stripe.ts';

interface Needs {
  config: Config;
  db: Db;
  publicUrl: string;
  sessionSecret: Uint8Array;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** The provider that the settings name. With the sandbox the same client talks to a stand-in in this process. */
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
    // A worker has no port of its own to be called at.
    webhookUrl: `${config.role === 'worker' ? needs.publicUrl : `http://127.0.0.1:${config.port}`}/api/stripe/webhook`,
    webhookSecret,
    clock: needs.clock,
    log: needs.log,
    webhookEvents: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'charge.refunded',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ],
  });
  return {
    provider: connectStripe({ secretKey: 'sk_sandbox_foyer', webhookSecret, fetch: sandbox.fetch }),
    sandbox,
  };
}

/** What the sandbox signs with. Processes that share sessions share it too, whichever of them sends a webhook. */
export function deriveWebhookSecret(sessionSecret: Uint8Array): string {
  return `whsec_${createHmac('sha256', sessionSecret).update('sandbox webhooks').digest('hex')}`;
}

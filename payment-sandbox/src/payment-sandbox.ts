import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type Stripe from 'stripe';
import { createApiFetch } from './api/api-fetch.ts';
import { listChargedPayments, type ChargedPayment } from './charged-payments.ts';
import { changeSwitches, getSwitches, isDown, type Switches } from './fault-switches.ts';
import { findHostedSession, submitPayForm, type Submission } from './pages/hosted-session.ts';
import type { PayValues } from './pages/pay-form.ts';
import { createSandboxPages } from './pages/sandbox-pages.ts';
import { insertPastPayments } from './past-payments.ts';
import { closeDispute, openDispute, openInquiry } from './payments/disputes.ts';
import { SANDBOX_SCHEMA, withSandboxTables } from './sandbox-tables.ts';
import type { SandboxContext } from './transaction.ts';
import { deliverAllDue, startDeliveryLoop, type RunningDeliveries } from './webhooks/deliveries.ts';
import { WakeUpSignal } from './webhooks/wake-up-signal.ts';

/** The migrations that create the payment sandbox's tables. Run them before `createPaymentSandbox`. */
export const sandboxMigrations = {
  folder: join(import.meta.dirname, '../migrations'),
  schema: SANDBOX_SCHEMA,
};

export interface PaymentSandboxOptions<Tables> {
  db: Kysely<Tables>;
  /** The URL at which browsers reach this server. The card page is below this URL, at `/sandbox`. */
  publicUrl: string;
  webhookUrl: string;
  webhookSecret: string;
  /**
   * Tells the time, which tests can set. Only the signatures of webhooks use the real time, because Foyer refuses old
   * signatures.
   */
  clock: SandboxContext['clock'];
  log: SandboxContext['log'];
  /** The types of events to send as webhooks, by default all types. */
  webhookEvents?: readonly string[];
  /** Tells whether anybody may read and set the switches over HTTP. This must be false in production. */
  allowSwitches: boolean;
}

/** A small imitation of Stripe. The state is in the database, so all server processes see the same payments. */
export interface PaymentSandbox {
  /**
   * Pass this to `Stripe.createFetchHttpClient`, so that the SDK calls the payment sandbox instead of Stripe. The
   * secret key of the SDK must begin with `sk_sandbox_`.
   */
  fetch: typeof fetch;
  /** The card page and its style sheet, to register under `/sandbox`. */
  pages: FastifyPluginAsync;
  /**
   * Starts a loop that sends webhooks, expires sessions, and ends delayed payments and refunds. At least one process
   * must run this loop.
   */
  startDeliveries(options?: { pollMs?: number }): RunningDeliveries;
  /**
   * Runs one round of the delivery loop: makes up to 50 due changes, and sends all due webhooks. Returns how many
   * times a webhook was sent.
   */
  deliverDue(): Promise<number>;
  getSwitches(): Promise<Switches>;
  setSwitches(change: Partial<Switches>): Promise<Switches>;
  /** Pays a session as the card page does. Missing fields get valid values. */
  payWithCard(
    sessionId: string,
    values: Partial<PayValues> & { number: string },
  ): Promise<Submission | { outcome: 'unavailable' }>;
  openDispute(chargeId: string, facts?: { amount?: number; reason?: string }): Promise<Stripe.Dispute>;
  openInquiry(chargeId: string): Promise<Stripe.Dispute>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>;
  listChargedPayments(): Promise<ChargedPayment[]>;
  insertPastPayments: typeof insertPastPayments;
  context: SandboxContext;
}

export function createPaymentSandbox<Tables>(options: PaymentSandboxOptions<Tables>): PaymentSandbox {
  const wakeUpSignal = new WakeUpSignal();
  const context: SandboxContext = {
    db: withSandboxTables(options.db),
    clock: options.clock,
    log: options.log,
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    webhookEvents: options.webhookEvents,
    wakeSender: () => wakeUpSignal.wakeUp(),
  };
  const target = { url: options.webhookUrl, secret: options.webhookSecret };
  return {
    fetch: createApiFetch(context),
    pages: createSandboxPages(context, options.allowSwitches),
    startDeliveries: ({ pollMs } = {}) => startDeliveryLoop(context, wakeUpSignal, target, pollMs),
    deliverDue: () => deliverAllDue(context, target),
    getSwitches: () => getSwitches(context.db),
    setSwitches: async (change) => {
      const switches = await changeSwitches(context.db, change);
      context.wakeSender();
      return switches;
    },
    payWithCard: (sessionId, values) => payWithCard(context, sessionId, values),
    openDispute: (chargeId, facts) => openDispute(context, chargeId, facts),
    openInquiry: (chargeId) => openInquiry(context, chargeId),
    closeDispute: (disputeId, outcome) => closeDispute(context, disputeId, outcome),
    listChargedPayments: () => listChargedPayments(context),
    insertPastPayments,
    context,
  };
}

async function payWithCard(
  context: SandboxContext,
  sessionId: string,
  values: Partial<PayValues> & { number: string },
): Promise<Submission | { outcome: 'unavailable' }> {
  if (isDown(await getSwitches(context.db))) return { outcome: 'unavailable' };
  const hosted = await findHostedSession(context, sessionId);
  if (!hosted) return { outcome: 'unknown session' };
  const year = String((context.clock.now().getUTCFullYear() + 3) % 100).padStart(2, '0');
  const filled = {
    email: 'buyer@example.org',
    expiry: `12 / ${year}`,
    cvc: '123',
    name: 'Test Buyer',
    keepCard: false,
  };
  return submitPayForm(context, hosted, { ...filled, ...values });
}

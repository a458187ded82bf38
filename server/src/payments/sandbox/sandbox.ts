import type Stripe from 'stripe';
import type { Kysely } from 'kysely';
import { createApiFetch } from './api.ts';
import { Bell } from './bell.ts';
import { readBooks, type BookEntry } from './books.ts';
import { deliverAllDue, startDeliveryLoop, type RunningDeliveries } from './deliveries.ts';
import { closeDispute, openDispute, openInquiry } from './disputes.ts';
import { findHostedSession, submitPayForm, type Submission } from './pages/hosted-session.ts';
import type { PayValues } from './pages/pay-form.ts';
import type { SandboxTables } from './sandbox.tables.ts';
import { changeSwitches, getSwitches, isDown, type Switches } from './switches.ts';
import type { World } from './work.ts';

export interface PaymentSandboxOptions {
  db: Kysely<SandboxTables>;
  /** Where browsers reach this server; the hosted page is under its `/sandbox`. */
  publicUrl: string;
  /** Where webhooks go; a function when the port is known only later. */
  webhookUrl: string | (() => string);
  webhookSecret: string;
  /** Rules the objects' times: expiry, settling, when a webhook is due. Signatures carry the real time. */
  clock: World['clock'];
  log: World['log'];
  /** The types of events that are sent, as on a webhook endpoint; all when absent. */
  webhookEvents?: readonly string[];
  /** Whom the card page says is paid. */
  merchant?: string;
}

/** A small Stripe. Its state is in the database: every process that makes one shares the same provider. */
export interface PaymentSandbox {
  /** For `Stripe.createFetchHttpClient`, with any secret key that begins with `sk_sandbox_`. */
  fetch: typeof fetch;
  /** Starts sending webhooks and letting time pass; only processes that do background work need it. */
  startDeliveries(): RunningDeliveries;
  /** Does once, now, what the loop does: settles and sends what is due; returns the attempts made. */
  deliverDue(): Promise<number>;
  getSwitches(): Promise<Switches>;
  setSwitches(change: Partial<Switches>): Promise<Switches>;
  /** Pays through the same steps as the card page; fields that are not given are filled in well. */
  payWithCard(
    sessionId: string,
    values: Partial<PayValues> & { number: string },
  ): Promise<Submission | { outcome: 'unavailable' }>;
  openDispute(chargeId: string, reason?: string): Promise<Stripe.Dispute>;
  openInquiry(chargeId: string): Promise<Stripe.Dispute>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>;
  books(): Promise<BookEntry[]>;
  world: World;
  merchant: string;
}

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const bell = new Bell();
  const world: World = {
    db: options.db,
    clock: options.clock,
    log: options.log,
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    webhookEvents: options.webhookEvents,
    wake: () => bell.ring(),
  };
  const target = () => ({
    url: typeof options.webhookUrl === 'string' ? options.webhookUrl : options.webhookUrl(),
    secret: options.webhookSecret,
  });
  return {
    fetch: createApiFetch(world),
    startDeliveries: () => startDeliveryLoop(world, bell, target),
    deliverDue: () => deliverAllDue(world, target()),
    getSwitches: () => getSwitches(world.db),
    setSwitches: async (change) => {
      const switches = await changeSwitches(world.db, change);
      bell.ring();
      return switches;
    },
    payWithCard: (sessionId, values) => payWithCard(world, sessionId, values),
    openDispute: (chargeId, reason) => openDispute(world, chargeId, reason),
    openInquiry: (chargeId) => openInquiry(world, chargeId),
    closeDispute: (disputeId, outcome) => closeDispute(world, disputeId, outcome),
    books: () => readBooks(world),
    world,
    merchant: options.merchant ?? 'Foyer',
  };
}

async function payWithCard(
  world: World,
  sessionId: string,
  values: Partial<PayValues> & { number: string },
): Promise<Submission | { outcome: 'unavailable' }> {
  if (isDown(await getSwitches(world.db))) return { outcome: 'unavailable' };
  const hosted = await findHostedSession(world, sessionId);
  if (!hosted) return { outcome: 'unknown session' };
  const year = String((world.clock.now().getUTCFullYear() + 3) % 100).padStart(2, '0');
  const filled = {
    email: 'buyer@example.org',
    expiry: `12 / ${year}`,
    cvc: '123',
    name: 'Test Buyer',
    keepCard: false,
  };
  return submitPayForm(world, hosted, { ...filled, ...values });
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import fastify from 'fastify';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { connectPostgres } from '@foyer/server/db/connect.ts';
import { createPaymentSandbox } from '../src/payment-sandbox.ts';
import { createTestDatabase } from '../../server/test/database/database.ts';

const WEBHOOK_SECRET = 'whsec_for_tests';
export const PUBLIC_URL = 'http://foyer.localhost';

export type SandboxTestWorld = Awaited<ReturnType<typeof createSandboxWorld>>;

/** Creates a clock that stands still until a test moves it, so that nothing expires by accident. */
function createTestClock() {
  let now = new Date('2026-11-20T12:00:00Z');
  return {
    now: () => now,
    advance(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/**
 * Creates a payment sandbox on a new database, with Stripe's SDK connected to the sandbox and a shop server that
 * receives the webhooks.
 */
export async function createSandboxWorld() {
  const database = await createTestDatabase();
  const clock = createTestClock();
  const shop = await startShop();
  const closers: (() => Promise<unknown>)[] = [];
  const complaints: unknown[] = [];
  const complain = (...complaint: unknown[]) => complaints.push(complaint);

  /**
   * Simulates another server process: a second payment sandbox on the same database, with its own database
   * connections.
   */
  function openProcess(options: { webhookEvents?: readonly string[] } = {}) {
    const connection = connectPostgres({ databaseUrl: database.url, pool: 10 });
    closers.push(() => connection.close());
    const sandbox = createPaymentSandbox({
      db: connection.db,
      publicUrl: PUBLIC_URL,
      webhookUrl: shop.url,
      webhookSecret: WEBHOOK_SECRET,
      clock,
      log: { error: complain, warn: complain },
      allowSwitches: true,
      ...options,
    });
    return { sandbox, db: sandbox.context.db, stripe: connectSdk(sandbox.fetch) };
  }

  const first = openProcess();
  const app = fastify();
  await app.register(first.sandbox.pages, { prefix: '/sandbox' });
  return {
    ...first,
    clock,
    shop,
    app,
    /**
     * The errors that the payment sandbox logged. A test that expects an error removes the error from this list. An
     * error that is left fails the test.
     */
    complaints,
    openProcess,
    breakConnections: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(first.db),
    async close() {
      await app.close();
      await shop.close();
      await Promise.all(closers.map((close) => close()));
      await database.drop();
      if (complaints.length > 0) throw new Error(`The sandbox complained: ${inspect(complaints)}`);
    },
  };
}

export function connectSdk(sandboxFetch: typeof fetch, key = 'sk_sandbox_tests'): Stripe {
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(sandboxFetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Starts the shop server that receives webhooks. The server checks each signature with the SDK and keeps the events.
 */
async function startShop() {
  const heard: Stripe.Event[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const shop = { status: 200, refused: 0 };
  const server = createServer((request, response) => {
    // A GET request means that the sender wrongly followed a redirect. Answer 200, so that the webhook counts as
    // accepted and the test fails.
    if (request.method === 'GET') {
      response.writeHead(200).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = request.headers['stripe-signature'] ?? '';
      const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, WEBHOOK_SECRET);
      if (shop.status >= 300) shop.refused += 1;
      else heard.push(event);
      response.writeHead(shop.status, { location: '/moved' }).end();
      for (const one of waiting) if (heard.length >= one.count) one.resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(shop, {
    heard,
    url: `http://127.0.0.1:${port}/webhook`,
    types: () => heard.map((event) => event.type),
    hasHeard: (count: number) =>
      heard.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => waiting.push({ count, resolve })),
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}

export function ticketCheckout(
  clock: { now(): Date },
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'gbp',
          unit_amount: 1250,
          product_data: {
            name: 'Jazz at the Mill',
            description: 'One ticket',
            images: [`${PUBLIC_URL}/p.jpg`],
          },
        },
      },
    ],
    client_reference_id: '7',
    metadata: { payment: '7' },
    payment_intent_data: { metadata: { payment: '7' } },
    success_url: `${PUBLIC_URL}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${PUBLIC_URL}/events/3`,
    expires_at: Math.floor(clock.now().getTime() / 1000) + 31 * 60,
    ...change,
  };
}

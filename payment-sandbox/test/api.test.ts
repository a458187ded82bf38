import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSION } from '../src/webhooks/events.ts';
import { NORMAL_SWITCHES } from '../src/fault-switches.ts';
import { connectSdk, createSandboxWorld, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

let world: SandboxTestWorld;
beforeAll(async () => {
  world = await createSandboxWorld();
});
afterEach(() => world.sandbox.setSwitches(NORMAL_SWITCHES));
afterAll(() => world.close());

async function countSessions() {
  const rows = await world.db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('type', '=', 'checkout.session')
    .execute();
  return rows.length;
}

/** Reads a response header. The SDK's types call the headers a plain object, but with `fetch` they are `Headers`. */
function headerOf({ lastResponse }: Stripe.Response<unknown>, name: string) {
  return new Headers(lastResponse.headers).get(name);
}

describe('the API of the payment sandbox', () => {
  it('uses the same Stripe API version as the SDK', () => {
    expect(API_VERSION).toBe(Stripe.API_VERSION);
  });

  it('refuses secret keys that do not begin with sk_sandbox_', async () => {
    const real = connectSdk(world.sandbox.fetch, 'sk_live_abc');
    const refusal = real.customers.list();
    await expect(refusal).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    await expect(refusal).rejects.not.toThrow('abc');
    const keyless = await world.sandbox.fetch('https://api.stripe.com/v1/customers');
    expect(keyless.status).toBe(401);
  });

  it('gives the same error as Stripe for an unknown path and an unknown id', async () => {
    const balance = world.stripe.balance.retrieve();
    await expect(balance).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 });
    await expect(balance).rejects.toThrow('Unrecognized request URL (GET: /v1/balance)');
    await expect(world.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    });
    await expect(world.stripe.charges.list({ expand: ['data.colour'] })).resolves.toMatchObject({ data: [] });
    const { id } = await world.stripe.customers.create();
    await expect(world.stripe.customers.retrieve(id, { expand: ['email'] })).rejects.toThrow(
      'cannot be expanded (email)',
    );
  });

  it('gives the same response again when a call is repeated with the same idempotency key', async () => {
    const params = ticketCheckout(world.clock);
    const options = { idempotencyKey: 'open-session-1' };
    const first = await world.stripe.checkout.sessions.create(params, options);
    const repeat = await world.stripe.checkout.sessions.create(params, options);
    expect(repeat).toEqual(first);
    expect(headerOf(first, 'idempotent-replayed')).toBeNull();
    expect(headerOf(repeat, 'idempotent-replayed')).toBe('true');
    await expect(
      world.stripe.checkout.sessions.create({ ...params, client_reference_id: '8' }, options),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('runs a call only once when two processes receive the call with the same idempotency key', async () => {
    const before = await countSessions();
    const other = world.openProcess();
    const params = ticketCheckout(world.clock);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? world : other).stripe.checkout.sessions.create(params, {
          idempotencyKey: 'open-2',
        }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await countSessions()).toBe(before + 1);
  });

  it('accepts a used idempotency key for a new call after a day, or if the first call was refused', async () => {
    const options = { idempotencyKey: 'open-3' };
    await expect(world.stripe.checkout.sessions.create({ mode: 'payment' }, options)).rejects.toThrow(
      'success_url',
    );
    const first = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock), options);
    world.clock.advance(25 * 3600);
    const later = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock), options);
    expect(later.id).not.toBe(first.id);
  });

  it('returns the same decline when the call is repeated with the same idempotency key', async () => {
    const intent = await world.stripe.paymentIntents.create({ amount: 900, currency: 'gbp' });
    const confirm = () =>
      world.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'confirm-1' },
      );
    await expect(confirm()).rejects.toMatchObject({ type: 'StripeCardError' });
    await expect(confirm()).rejects.toMatchObject({ type: 'StripeCardError' });
    const charges = await world.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
  });

  it('refuses calls and card payments in every process after one process has switched the sandbox off', async () => {
    const other = world.openProcess();
    await world.sandbox.setSwitches({ api: 'errors' });
    await expect(other.stripe.customers.list()).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 503,
    });
    expect((await other.sandbox.payWithCard('cs_test_any', { number: '4242' })).outcome).toBe('unavailable');
    await other.sandbox.setSwitches({ api: 'unreachable' });
    await expect(world.stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await world.sandbox.setSwitches({ api: 'up' });
    await expect(other.stripe.customers.list()).resolves.toMatchObject({ object: 'list' });
  });

  it('returns the lost response of a call when the call is repeated with the same idempotency key', async () => {
    const before = await countSessions();
    const params = ticketCheckout(world.clock);
    const options = { idempotencyKey: 'open-4' };
    await world.sandbox.setSwitches({ api: 'loses_answers' });
    await expect(world.stripe.checkout.sessions.create(params, options)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    await world.sandbox.setSwitches({ api: 'up' });
    const session = await world.stripe.checkout.sessions.create(params, options);
    expect(session.status).toBe('open');
    expect(await countSessions()).toBe(before + 1);
  });

  it('keeps the switches that two processes set at the same time, and delays its responses as set', async () => {
    const other = world.openProcess();
    await Promise.all([
      world.sandbox.setSwitches({ apiDelayMs: 60 }),
      other.sandbox.setSwitches({ webhookDuplicates: 2 }),
    ]);
    expect(await world.sandbox.getSwitches()).toEqual({
      ...NORMAL_SWITCHES,
      apiDelayMs: 60,
      webhookDuplicates: 2,
    });
    const started = performance.now();
    await world.stripe.customers.list();
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    const impatient = world.stripe.customers.list({}, { timeout: 20 });
    await expect(impatient).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });

  it('stores the Stripe events of a payment, and lists all of them or only those of given types', async () => {
    const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock));
    await world.sandbox.payWithCard(id, { number: '4242424242424242' });
    const events = await world.stripe.events.list({ limit: 4 });
    expect(events.has_more).toBe(true);
    expect(events.data.map((event) => event.type)).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
    const [latest] = events.data;
    expect(latest).toMatchObject({ object: 'event', data: { object: { id, status: 'complete' } } });
    expect(await world.stripe.events.retrieve(latest?.id ?? '')).toEqual(latest);
    const some = await world.stripe.events.list({
      types: ['charge.succeeded', 'checkout.session.completed'],
      created: { gte: Math.floor(world.clock.now().getTime() / 1000) },
    });
    expect(some.data.map((event) => event.type)).toEqual(['checkout.session.completed', 'charge.succeeded']);
  });
});

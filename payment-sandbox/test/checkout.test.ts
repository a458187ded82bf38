import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../src/objects/objects.ts';
import { createSandboxWorld, PUBLIC_URL, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

let world: SandboxTestWorld;
beforeAll(async () => {
  world = await createSandboxWorld();
});
afterAll(() => world.close());

function openSession(change: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return world.stripe.checkout.sessions.create(ticketCheckout(world.clock, change));
}

describe('the payment sandbox', () => {
  it('opens an unpaid session without a payment intent, and returns the same session in a later request', async () => {
    const session = await openSession();
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_total: 1250,
      currency: 'gbp',
      client_reference_id: '7',
      livemode: false,
      metadata: { payment: '7' },
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `${PUBLIC_URL}/sandbox/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[0-9A-Za-z]{58}$/);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    expect(await world.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('includes the line items of a session only when the caller expands them', async () => {
    const { id, line_items: unasked } = await openSession();
    const expanded = await world.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    const listed = await world.stripe.checkout.sessions.listLineItems(id);
    expect(unasked).toBeUndefined();
    expect(expanded.line_items?.data).toMatchObject([
      { description: 'Jazz at the Mill', quantity: 1, amount_total: 1250, price: { unit_amount: 1250 } },
    ]);
    expect(String(expanded.line_items?.data[0]?.price?.unit_amount_decimal)).toBe('1250');
    expect(listed.data).toHaveLength(1);
  });

  it('completes a session that is paid with a test card, and creates its payment intent and charge', async () => {
    const { id } = await openSession({ customer_creation: 'always' });
    const paid = await world.sandbox.payWithCard(id, {
      number: '4242 4242 4242 4242',
      email: 'ada@example.org',
      name: 'Ada Byron',
    });
    expect(paid.outcome).toBe('paid');
    const session = await world.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'customer'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: { object: 'customer', email: 'ada@example.org' },
      customer_details: { email: 'ada@example.org', name: 'Ada Byron' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 1250,
        metadata: { payment: '7' },
        latest_charge: {
          status: 'succeeded',
          paid: true,
          amount_captured: 1250,
          payment_method_details: { card: { brand: 'visa', last4: '4242' } },
        },
      },
    });
  });

  it('charges once when the same session is paid twice', async () => {
    const { id } = await openSession();
    const first = await world.sandbox.payWithCard(id, { number: '5555555555554444' });
    const second = await world.sandbox.payWithCard(id, { number: '4242424242424242' });
    expect([first.outcome, second.outcome]).toEqual(['paid', 'already complete']);
    const payments = await world.sandbox.listChargedPayments();
    expect(payments.filter((entry) => entry.session === id)).toMatchObject([{ charged: 1250, refunded: 0 }]);
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', null],
    ['4000000000000127', 'incorrect_cvc', null],
    ['4000000000000119', 'processing_error', null],
  ])(
    'declines the card %s with the error %s, and then lets another card pay the same payment intent',
    async (number, code, declineCode) => {
      const { id } = await openSession();
      expect(await world.sandbox.payWithCard(id, { number })).toMatchObject({
        outcome: 'declined',
        decline: { code, declineCode },
      });
      const declined = await world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
      expect(declined).toMatchObject({
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
      });
      expect((await world.sandbox.payWithCard(id, { number: '4242424242424242' })).outcome).toBe('paid');
      const paid = await world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
      expect(paid.payment_intent).toMatchObject({ status: 'succeeded', last_payment_error: null });
      const charges = await world.stripe.charges.list({ payment_intent: intentIdOf(paid) });
      expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed']);
    },
  );

  it('refuses a wrong card number and a card that is not a test card, without trying to charge the card', async () => {
    const { id } = await openSession();
    expect(await world.sandbox.payWithCard(id, { number: '4242424242424241' })).toMatchObject({
      outcome: 'invalid',
      errors: { number: 'incorrect_number' },
    });
    expect(await world.sandbox.payWithCard(id, { number: '4111111111111111' })).toMatchObject({
      outcome: 'invalid',
      errors: { number: 'test_mode_live_card' },
    });
    const session = await world.stripe.checkout.sessions.retrieve(id);
    expect(session.payment_intent).toBeNull();
  });

  it('expires an open session on request, and refuses to expire a paid or expired session', async () => {
    const { id } = await openSession();
    await world.sandbox.payWithCard(id, { number: '4000000000000002' });
    const expired = await world.stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
    const intent = await world.stripe.paymentIntents.retrieve(intentIdOf(expired));
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'expired' });
    expect((await world.sandbox.payWithCard(id, { number: '4242424242424242' })).outcome).toBe('expired');
    await expect(world.stripe.checkout.sessions.expire(id)).rejects.toThrow('status of `expired`');

    const paid = await openSession();
    await world.sandbox.payWithCard(paid.id, { number: '4242424242424242' });
    await expect(world.stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of `complete`');
  });

  it('lets a session expire at its expiry time, even if nobody reads or pays the session', async () => {
    const sessions = await Promise.all([openSession(), openSession(), openSession(), openSession()]);
    world.clock.advance(31 * 60);
    const [read, paid, listed, left] = sessions.map(({ id }) => id);
    expect((await world.stripe.checkout.sessions.retrieve(read ?? '')).status).toBe('expired');
    const payment = await world.sandbox.payWithCard(paid ?? '', { number: '4242424242424242' });
    expect(payment.outcome).toBe('expired');
    const list = await world.stripe.checkout.sessions.list({ status: 'expired', limit: 100 });
    expect(list.data.map(({ id }) => id)).toContain(listed);
    await world.sandbox.deliverDue();
    const events = await world.stripe.events.list({ type: 'checkout.session.expired', limit: 100 });
    const ids = events.data.flatMap(({ data }) => ('id' in data.object ? [data.object.id] : []));
    expect(ids.filter((id) => id === left)).toHaveLength(1);
    expect(ids.filter((id) => id === read)).toHaveLength(1);
  });

  it.each([
    ['expires in less than 30 minutes', { expires_at: 29 * 60 }, 'expires_at'],
    ['expires in more than 24 hours', { expires_at: 24 * 3600 + 60 }, 'expires_at'],
  ])('refuses a checkout session that %s', async (_what, { expires_at: seconds }, param) => {
    const now = Math.floor(world.clock.now().getTime() / 1000);
    await expect(openSession({ expires_at: now + seconds })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
    });
  });

  const refusedSessions: [string, Partial<Stripe.Checkout.SessionCreateParams>, object][] = [
    ['no line items', { line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'a cancel address that is not a web address',
      { cancel_url: 'javascript:alert(1)' },
      { code: 'url_invalid' },
    ],
    ['a customer that does not exist', { customer: 'cus_none' }, { code: 'resource_missing' }],
    [
      'an unknown parameter',
      { after_expiration: { recovery: { enabled: true } } },
      { code: 'parameter_unknown' },
    ],
    ['an unknown way to pay', { allowed_payment_method_types: ['ideal'] }, {}],
    [
      'an amount below the provider’s minimum of 30 pence',
      { line_items: [line(29)] },
      { code: 'amount_too_small', param: 'line_items' },
    ],
    ['a price with half a penny', { line_items: [line(99.5)] }, { code: 'parameter_invalid_integer' }],
  ];

  it.each(refusedSessions)('refuses a checkout session with %s', async (_what, change, error) => {
    await expect(openSession(change)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      ...error,
    });
  });

  it('lists sessions in pages, newest first, and finds the session of a payment intent', async () => {
    const opened = [];
    for (let count = 0; count < 5; count += 1) opened.push((await openSession()).id);
    const page = await world.stripe.checkout.sessions.list({ limit: 2 });
    expect(page).toMatchObject({ has_more: true, data: [{ id: opened[4] }, { id: opened[3] }] });
    const all = await world.stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 5 });
    expect(all.map(({ id }) => id)).toEqual(opened.toReversed());
    const newer = await world.stripe.checkout.sessions.list({ limit: 2, ending_before: opened[1] });
    expect(newer).toMatchObject({ has_more: true, data: [{ id: opened[3] }, { id: opened[2] }] });

    await world.sandbox.payWithCard(opened[2] ?? '', { number: '4242424242424242' });
    const paid = await world.stripe.checkout.sessions.retrieve(opened[2] ?? '');
    const found = await world.stripe.checkout.sessions.list({ payment_intent: intentIdOf(paid) });
    expect(found.data.map(({ id }) => id)).toEqual([opened[2]]);
  });

  it('leaves a completed session unpaid while its payment is delayed, and then reports success or failure', async () => {
    for (const [payments, status, event] of [
      ['succeed later', 'paid', 'checkout.session.async_payment_succeeded'],
      ['fail later', 'unpaid', 'checkout.session.async_payment_failed'],
    ] as const) {
      const { id } = await openSession();
      await world.sandbox.setSwitches({ payments });
      expect((await world.sandbox.payWithCard(id, { number: '4242424242424242' })).outcome).toBe('paid');
      await world.sandbox.setSwitches({ payments: 'at once' });
      const waiting = await world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
      expect(waiting).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: { status: 'processing', amount_received: 0 },
      });
      world.clock.advance(2);
      expect((await world.stripe.checkout.sessions.retrieve(id)).payment_status).toBe(status);
      const events = await world.stripe.events.list({ type: event });
      expect(events.data[0]?.data.object).toMatchObject({ id, payment_status: status });
    }
  });
});

function line(amount: number): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: { currency: 'gbp', unit_amount: amount, product_data: { name: 'A ticket' } },
  };
}

function intentIdOf(session: Stripe.Checkout.Session): string {
  return idOf(session.payment_intent) ?? '';
}

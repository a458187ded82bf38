import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../src/objects/objects.ts';
import { createSandboxWorld, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

let world: SandboxTestWorld;
beforeAll(async () => {
  world = await createSandboxWorld();
});
afterAll(() => world.close());

async function pay(number = '4242424242424242') {
  const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock));
  await world.sandbox.payWithCard(id, { number });
  const session = await world.stripe.checkout.sessions.retrieve(id);
  const intent = await world.stripe.paymentIntents.retrieve(idOf(session.payment_intent) ?? '');
  return { session, intent: intent.id, charge: idOf(intent.latest_charge) ?? '' };
}

async function findPayment(intent: string) {
  const payments = await world.sandbox.listChargedPayments();
  return payments.find((entry) => entry.paymentIntent === intent);
}

async function latestEventTypes(limit: number) {
  const events = await world.stripe.events.list({ limit });
  return events.data.map((event) => event.type);
}

describe('the payment sandbox', () => {
  it('refunds part of a charge, then the rest of the charge, and reports both refunds', async () => {
    const { intent, charge, session } = await pay();
    const metadata = { refund: 'a-key' };
    const part = await world.stripe.refunds.create({ payment_intent: intent, amount: 250, metadata });
    expect(part).toMatchObject({ object: 'refund', amount: 250, status: 'succeeded', charge, metadata });
    expect((await world.stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ metadata }]);
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 250,
      refunded: false,
    });
    const rest = await world.stripe.refunds.create({
      charge,
      reason: 'requested_by_customer',
      metadata: { payment: '7' },
    });
    expect(rest).toMatchObject({ amount: 1000, reason: 'requested_by_customer', metadata: { payment: '7' } });
    const refunded = await world.stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(refunded).toMatchObject({ amount_refunded: 1250, refunded: true });
    expect(refunded.refunds?.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(await latestEventTypes(2)).toEqual(['charge.refunded', 'refund.created']);
    expect(await findPayment(intent)).toEqual({
      paymentIntent: intent,
      session: session.id,
      currency: 'gbp',
      charged: 1250,
      refunded: 1250,
      refundPending: 0,
      disputed: 0,
      lines: [{ name: 'Jazz at the Mill', quantity: 1, amount: 1250 }],
    });
  });

  it('refuses a refund of more than is left of the charge, and a refund of an unpaid payment intent', async () => {
    const { intent, charge } = await pay();
    await expect(world.stripe.refunds.create({ payment_intent: intent, amount: 1251 })).rejects.toMatchObject(
      {
        message: 'Refund amount (£12.51) is greater than charge amount (£12.50)',
        param: 'amount',
      },
    );
    await world.stripe.refunds.create({ charge, amount: 1000 });
    await expect(world.stripe.refunds.create({ charge, amount: 251 })).rejects.toThrow(
      'unrefunded amount on charge (£2.50)',
    );
    await world.stripe.refunds.create({ charge });
    await expect(world.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const unpaid = await world.stripe.paymentIntents.create({ amount: 1250, currency: 'gbp' });
    await expect(world.stripe.refunds.create({ payment_intent: unpaid.id })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await expect(world.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'payment_intent',
      statusCode: 400,
    });
    await expect(world.stripe.refunds.create({})).rejects.toThrow('payment_intent or charge');
  });

  it('completes a refund after a delay if the payment used the test card for slow refunds', async () => {
    const { intent } = await pay('4000000000007726');
    const refund = await world.stripe.refunds.create({ payment_intent: intent });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(await findPayment(intent)).toMatchObject({ refunded: 0, refundPending: 1250 });
    world.clock.advance(2);
    const ended = await world.stripe.refunds.retrieve(refund.id);
    expect(ended.status).toBe('succeeded');
    expect(ended).not.toHaveProperty('pending_reason');
    expect(await latestEventTypes(1)).toEqual(['refund.updated']);
    expect(await findPayment(intent)).toMatchObject({ refunded: 1250, refundPending: 0 });
  });

  it('completes a refund and later reports it as failed if the payment used the test card for failing refunds', async () => {
    const { intent, charge } = await pay('4000000000005126');
    const refund = await world.stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe('succeeded');
    world.clock.advance(2);
    await world.sandbox.deliverDue();
    expect(await world.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await latestEventTypes(2)).toEqual(['refund.failed', 'refund.updated']);
    expect(await world.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    expect(await findPayment(intent)).toMatchObject({ charged: 1250, refunded: 0, refundPending: 0 });
  });

  it('opens a dispute about the whole charge even after a partial refund, as real banks do', async () => {
    const { intent, charge } = await pay();
    await world.stripe.refunds.create({ charge, amount: 500 });
    expect(await world.sandbox.openDispute(charge, { amount: 1250 })).toMatchObject({ amount: 1250 });
    expect(await findPayment(intent)).toMatchObject({ charged: 1250, refunded: 500, disputed: 1250 });
  });

  it('opens and closes a dispute, and refuses to refund a disputed charge', async () => {
    const { intent, charge } = await pay();
    const dispute = await world.sandbox.openDispute(charge, { reason: 'product_not_received' });
    expect(await world.stripe.disputes.retrieve(dispute.id)).toMatchObject({
      charge,
      payment_intent: intent,
      amount: 1250,
      reason: 'product_not_received',
      status: 'needs_response',
    });
    expect(await latestEventTypes(2)).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.created']);
    expect((await world.stripe.charges.retrieve(charge)).disputed).toBe(true);
    expect(await findPayment(intent)).toMatchObject({ charged: 1250, disputed: 1250 });
    await expect(world.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    await expect(world.sandbox.openDispute(charge)).rejects.toThrow('cannot be disputed');

    expect((await world.sandbox.closeDispute(dispute.id, 'won')).status).toBe('won');
    expect(await latestEventTypes(2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
    expect(await findPayment(intent)).toMatchObject({ disputed: 0 });
    await expect(world.sandbox.closeDispute(dispute.id, 'lost')).rejects.toThrow('already closed');

    const lost = await pay();
    const second = await world.sandbox.openDispute(lost.charge);
    await world.sandbox.closeDispute(second.id, 'lost');
    expect(await findPayment(lost.intent)).toMatchObject({ charged: 1250, disputed: 1250 });
  });

  it('creates, confirms and cancels payment intents without a checkout session', async () => {
    const { paymentIntents } = world.stripe;
    const intent = await paymentIntents.create({
      amount: 900,
      currency: 'gbp',
      automatic_payment_methods: { enabled: true },
      metadata: { payment: '8' },
    });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 900,
      metadata: { payment: '8' },
    });
    expect(intent.client_secret).toContain(`${intent.id}_secret_`);
    await expect(
      paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
    ).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    });
    // The caller got an error for the declined card, but the events of the decline are saved.
    expect(await latestEventTypes(2)).toEqual(['payment_intent.payment_failed', 'charge.failed']);
    const paid = await paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 900 });
    await expect(paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await expect(paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    const other = await paymentIntents.create({
      amount: 900,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
    });
    expect(other.status).toBe('requires_confirmation');
    expect(await paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
  });

  it('refuses to confirm or cancel the payment intent of a checkout session', async () => {
    const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock));
    await world.sandbox.payWithCard(id, { number: '4000000000000002' });
    const session = await world.stripe.checkout.sessions.retrieve(id);
    const intent = idOf(session.payment_intent) ?? '';
    await expect(world.stripe.paymentIntents.cancel(intent)).rejects.toThrow(id);
    await expect(
      world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' }),
    ).rejects.toThrow(id);
  });

  it('saves customers, and their cards if the shop asks for this', async () => {
    const customer = await world.stripe.customers.create({
      email: 'grace@example.org',
      metadata: { user: '5', note: 'x' },
    });
    const renamed = await world.stripe.customers.update(customer.id, {
      name: 'Grace',
      metadata: { note: '', level: '2' },
    });
    expect(renamed).toMatchObject({ name: 'Grace', email: 'grace@example.org' });
    expect(renamed.metadata).toEqual({ user: '5', level: '2' });
    const found = await world.stripe.customers.list({ email: 'grace@example.org' });
    expect(found.data.map(({ id }) => id)).toEqual([customer.id]);

    for (const kept of [true, false]) {
      const session = await world.stripe.checkout.sessions.create(
        ticketCheckout(world.clock, {
          customer: customer.id,
          payment_intent_data: kept ? { setup_future_usage: 'off_session' } : {},
        }),
      );
      await world.sandbox.payWithCard(session.id, { number: '5555555555554444' });
    }
    const attached = await world.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const cards = await world.stripe.customers.listPaymentMethods(customer.id);
    expect(cards.data.map(({ card }) => card?.last4)).toEqual(['4242', '4444']);
    const same = await world.stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
    expect(same.data.map(({ id }) => id)).toEqual(cards.data.map(({ id }) => id));
    const other: Stripe.Customer = await world.stripe.customers.create();
    await expect(world.stripe.paymentMethods.attach(attached.id, { customer: other.id })).rejects.toThrow(
      'already been attached',
    );
  });
});

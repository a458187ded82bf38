import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../src/objects/objects.ts';
import { createSandboxWorld, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

let world: SandboxTestWorld;
beforeAll(async () => {
  world = await createSandboxWorld();
});
afterAll(() => world.close());

const keeping: Partial<Stripe.Checkout.SessionCreateParams> = {
  saved_payment_method_options: { payment_method_save: 'enabled' },
};

async function pay(change: Partial<Stripe.Checkout.SessionCreateParams>, keepCard: boolean) {
  const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock, change));
  expect(await world.sandbox.payWithCard(id, { number: '4242424242424242', keepCard })).toMatchObject({
    outcome: 'paid',
  });
  return world.stripe.checkout.sessions.retrieve(id);
}

describe('the payment sandbox', () => {
  it.each([
    ['offered and accepted', keeping, true, ['always']],
    ['offered and declined', keeping, false, []],
    ['not offered', {}, true, []],
    [
      'offer switched off by the shop',
      { saved_payment_method_options: { payment_method_save: 'disabled' } },
      true,
      [],
    ],
    [
      'needed by the shop for later payments',
      { payment_intent_data: { setup_future_usage: 'off_session' } },
      false,
      ['unspecified'],
    ],
  ] as const)(
    'saves a card only if the buyer agrees or the shop needs the card later: %s',
    async (_when, change, keepCard, kept) => {
      const customer = await world.stripe.customers.create({ email: 'ada@example.org' });
      await pay({ ...change, customer: customer.id }, keepCard);
      const { data } = await world.stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
      expect(data.map((method) => method.allow_redisplay)).toEqual(kept);
    },
  );

  it('saves the card for the customer that the session created', async () => {
    const { customer } = await pay({ ...keeping, customer_creation: 'always' }, true);
    const { data } = await world.stripe.customers.listPaymentMethods(idOf(customer) ?? '');
    expect(data).toHaveLength(1);
  });

  it('shows in a session whether the buyer may save a card, and refuses the option to remove saved cards', async () => {
    const create = (change: Partial<Stripe.Checkout.SessionCreateParams>) =>
      world.stripe.checkout.sessions.create(ticketCheckout(world.clock, change));
    expect((await create({})).saved_payment_method_options).toBeNull();
    expect((await create(keeping)).saved_payment_method_options).toEqual({
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: 'enabled',
    });
    await expect(
      create({ saved_payment_method_options: { payment_method_remove: 'enabled' } }),
    ).rejects.toMatchObject({ code: 'parameter_unknown' });
  });

  it('erases the data of a deleted customer, detaches their cards, and returns the customer as deleted', async () => {
    const { customers, paymentMethods, checkout, paymentIntents } = world.stripe;
    const { id } = await customers.create({ email: 'gone@example.org', name: 'Gone' });
    const card = await paymentMethods.attach('pm_card_visa', { customer: id });
    const stub = { id, object: 'customer', deleted: true };
    expect(await customers.del(id)).toMatchObject(stub);
    const deleted = await customers.retrieve(id);
    expect(deleted).toMatchObject(stub);
    expect(deleted).not.toHaveProperty('email');
    expect((await customers.list({ limit: 100 })).data.map((customer) => customer.id)).not.toContain(id);
    expect((await paymentMethods.retrieve(card.id)).customer).toBeNull();
    const missing = { code: 'resource_missing' };
    await expect(customers.del(id)).rejects.toMatchObject({ ...missing, statusCode: 404 });
    await expect(customers.update(id, { name: 'Back' })).rejects.toMatchObject(missing);
    await expect(customers.listPaymentMethods(id)).rejects.toMatchObject(missing);
    await expect(
      checkout.sessions.create(ticketCheckout(world.clock, { customer: id })),
    ).rejects.toMatchObject({ ...missing, param: 'customer' });
    await expect(paymentIntents.create({ amount: 900, currency: 'gbp', customer: id })).rejects.toMatchObject(
      {
        ...missing,
        param: 'customer',
      },
    );
    const rows = await world.db.selectFrom('sandbox_objects').select('data').where('id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain('gone@example.org');
    const events = await world.stripe.events.list({ type: 'customer.deleted' });
    expect(events.data[0]?.data.object).toMatchObject({ id });
  });

  it('answers 404 for an unknown customer', async () => {
    await expect(world.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxWorld, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

const OF_A_PAYMENT = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
];

let world: SandboxTestWorld;
beforeEach(async () => {
  world = await createSandboxWorld();
});
afterEach(() => world.close());

async function pay() {
  const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock));
  await world.sandbox.payWithCard(id, { number: '4242424242424242' });
  return id;
}

function listDeliveries() {
  return world.db.selectFrom('sandbox_deliveries').selectAll().orderBy('id').execute();
}

describe('the payment sandbox', () => {
  it('sends the webhook of each event once, with a signature that the SDK accepts', async () => {
    const id = await pay();
    expect(await world.sandbox.deliverDue()).toBe(4);
    expect(await world.sandbox.deliverDue()).toBe(0);
    expect(world.shop.types().toSorted(byText)).toEqual(OF_A_PAYMENT.toSorted(byText));
    const completed = world.shop.heard.find((event) => event.type === 'checkout.session.completed');
    expect(completed).toMatchObject({ object: 'event', data: { object: { id, payment_status: 'paid' } } });
    expect(completed).toEqual(await world.stripe.events.retrieve(completed?.id ?? ''));
  });

  it('sends webhooks only for the event types that the shop chose', async () => {
    const chosen = world.openProcess({ webhookEvents: ['checkout.session.completed'] });
    const { id } = await chosen.stripe.checkout.sessions.create(ticketCheckout(world.clock));
    await chosen.sandbox.payWithCard(id, { number: '4242424242424242' });
    await world.sandbox.deliverDue();
    expect(world.shop.types()).toEqual(['checkout.session.completed']);
  });

  it('sends a webhook again, with growing pauses, until the shop answers 2xx, and gives up after a day', async () => {
    await pay();
    world.shop.status = 500;
    const attempts: number[] = [];
    for (const pause of [0, 1, 2, 5, 15, 60]) {
      world.clock.advance(pause - 0.001);
      attempts.push(await world.sandbox.deliverDue());
      world.clock.advance(0.001);
      attempts.push(await world.sandbox.deliverDue());
    }
    expect(attempts).toEqual([0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4]);
    expect(await listDeliveries()).toMatchObject([
      { status: 'pending', attempts: 6, last_error: 'answered 500' },
      {},
      {},
      {},
    ]);
    world.shop.status = 200;
    world.clock.advance(300);
    await world.sandbox.deliverDue();
    expect(world.shop.heard).toHaveLength(4);
    expect(await listDeliveries()).toMatchObject(
      Array.from({ length: 4 }, () => ({ status: 'delivered', last_error: null })),
    );

    await pay();
    world.shop.status = 500;
    await world.sandbox.deliverDue();
    world.clock.advance(24 * 3600);
    await world.sandbox.deliverDue();
    expect((await listDeliveries()).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => 'delivered'),
      ...Array.from({ length: 4 }, () => 'failed'),
    ]);
  });

  it('counts a redirect by the shop as a failure and does not follow it', async () => {
    await pay();
    world.shop.status = 302;
    await world.sandbox.deliverDue();
    expect(await listDeliveries()).toMatchObject([{ last_error: 'answered 302' }, {}, {}, {}]);
  });

  it('delays, duplicates, drops and holds back webhooks as the switches say', async () => {
    await world.sandbox.setSwitches({ webhookDelayMs: 5000 });
    await pay();
    expect(await world.sandbox.deliverDue()).toBe(0);
    world.clock.advance(5);
    expect(await world.sandbox.deliverDue()).toBe(4);

    await world.sandbox.setSwitches({ webhookDelayMs: 0, webhookDuplicates: 2 });
    await pay();
    expect(await world.sandbox.deliverDue()).toBe(12);
    const ids = world.shop.heard.slice(4).map((event) => event.id);
    expect(new Set(ids).size).toBe(4);

    await world.sandbox.setSwitches({ webhookDuplicates: 0, webhookDrop: true });
    await pay();
    await world.sandbox.setSwitches({ webhookDrop: false });
    expect(await world.sandbox.deliverDue()).toBe(0);
    expect((await listDeliveries()).filter(({ status }) => status === 'dropped')).toHaveLength(4);

    await world.sandbox.setSwitches({ webhookHold: true });
    await pay();
    expect(await world.sandbox.deliverDue()).toBe(0);
    await world.sandbox.setSwitches({ webhookHold: false });
    expect(await world.sandbox.deliverDue()).toBe(4);
  });

  it('sends no webhooks while the provider is unavailable, and sends all of them afterwards', async () => {
    await pay();
    await world.sandbox.setSwitches({ api: 'unreachable' });
    expect(await world.sandbox.deliverDue()).toBe(0);
    await world.sandbox.setSwitches({ api: 'up' });
    expect(await world.sandbox.deliverDue()).toBe(4);
  });

  it('sends webhooks in reverse order, or in a random order that is the same for the same seed', async () => {
    await world.sandbox.setSwitches({ webhookOrder: 'reversed' });
    await pay();
    await world.sandbox.deliverDue();
    expect(world.shop.types()).toEqual(OF_A_PAYMENT.toReversed());

    const orders = new Set<string>();
    for (const webhookSeed of [1, 2, 3, 4, 5]) {
      await world.sandbox.setSwitches({ webhookOrder: 'shuffled', webhookSeed });
      const order = await sendAgain();
      expect(await sendAgain()).toBe(order);
      orders.add(order);
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  async function sendAgain() {
    await world.db
      .updateTable('sandbox_deliveries')
      .set({ status: 'pending', next_attempt_at: world.clock.now() })
      .execute();
    const start = world.shop.heard.length;
    await world.sandbox.deliverDue();
    return world.shop.types().slice(start).join();
  }

  it('sends each webhook from only one of several server processes', async () => {
    const others = [world.openProcess(), world.openProcess()];
    for (let count = 0; count < 10; count += 1) await pay();
    const sent = await Promise.all([world, ...others].map(({ sandbox }) => sandbox.deliverDue()));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(new Set(world.shop.heard.map((event) => event.id)).size).toBe(40);
    expect(world.shop.heard).toHaveLength(40);
  });

  it('sends a webhook again when the process that sent it died before storing the result', async () => {
    await pay();
    const claimed = new Date(world.clock.now().getTime() + 15_000);
    await world.db.updateTable('sandbox_deliveries').set({ attempts: 1, next_attempt_at: claimed }).execute();
    expect(await world.sandbox.deliverDue()).toBe(0);
    world.clock.advance(15);
    expect(await world.sandbox.deliverDue()).toBe(4);
  });

  it('sends webhooks as soon as a payment is made, without waiting for the next poll', async () => {
    const deliveries = world.sandbox.startDeliveries({ pollMs: 600_000 });
    for (let count = 1; count <= 3; count += 1) {
      await pay();
      await world.shop.hasHeard(4 * count);
    }
    await deliveries.stop();
    expect(world.shop.heard).toHaveLength(12);
  });

  it('sends webhooks for payments made in another server process, until it is stopped', async () => {
    const worker = world.openProcess();
    const deliveries = worker.sandbox.startDeliveries();
    await pay();
    await world.shop.hasHeard(4);
    await deliveries.stop();
    await pay();
    await world.sandbox.deliverDue();
    expect(world.shop.heard).toHaveLength(8);
  });

  it('continues to send webhooks after losing the database for a moment', async () => {
    const worker = world.openProcess();
    const deliveries = worker.sandbox.startDeliveries();
    await world.breakConnections();
    await pay();
    await world.shop.hasHeard(4);
    await deliveries.stop();
    world.complaints.length = 0;
    expect(world.shop.types().toSorted(byText)).toEqual(OF_A_PAYMENT.toSorted(byText));
  });
});

function byText(one: string, other: string) {
  return one.localeCompare(other);
}

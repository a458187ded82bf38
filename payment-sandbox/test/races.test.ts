import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../src/objects/objects.ts';
import { createSandboxWorld, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

let world: SandboxTestWorld;
let processes: Pick<SandboxTestWorld, 'sandbox' | 'stripe'>[];
beforeEach(async () => {
  world = await createSandboxWorld();
  processes = [world, world.openProcess()];
});
afterEach(() => world.close());

async function openSession() {
  const { id } = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock));
  return id;
}

function processFor(index: number) {
  const process = processes[index % processes.length];
  if (!process) throw new Error('no process');
  return process;
}

function atOnce<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => act(index)));
}

describe('the payment sandbox', () => {
  it('charges a session once when twenty copies of its form reach two server processes at the same moment', async () => {
    const id = await openSession();
    const outcomes = await atOnce(20, (index) =>
      processFor(index).sandbox.payWithCard(id, { number: '4242424242424242' }),
    );
    const paid = outcomes.filter(({ outcome }) => outcome === 'paid');
    expect(paid).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already complete')).toHaveLength(19);
    expect(await world.sandbox.listChargedPayments()).toMatchObject([{ session: id, charged: 1250 }]);
    const completed = await world.stripe.events.list({ type: 'checkout.session.completed' });
    expect(completed.data).toHaveLength(1);
  });

  it('never refunds more than was charged when many refunds are made at the same time', async () => {
    const id = await openSession();
    await world.sandbox.payWithCard(id, { number: '4242424242424242' });
    const session = await world.stripe.checkout.sessions.retrieve(id);
    const intent = idOf(session.payment_intent) ?? '';
    const results = await atOnce(20, (index) =>
      processFor(index)
        .stripe.refunds.create({ payment_intent: intent, amount: 100 })
        .then(() => 'refunded' as const)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
    );
    expect(results.filter((result) => result === 'refunded')).toHaveLength(12);
    const refusals = results.filter((result) => result !== 'refunded');
    expect(refusals.join('\n')).toMatch(/^(.*greater than unrefunded amount.*\n?){8}$/);
    expect(await world.sandbox.listChargedPayments()).toMatchObject([{ charged: 1250, refunded: 1200 }]);
  });

  it('either expires or charges a session, but never does both, when one caller ends the session while another pays it', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, openSession));
    const ends = await Promise.all(
      ids.map(async (id, index) => {
        const pay = () => processFor(index).sandbox.payWithCard(id, { number: '4242424242424242' });
        const expire = () =>
          processFor(index + 1)
            .stripe.checkout.sessions.expire(id)
            .catch(() => null);
        const [first, second] = index % 3 === 0 ? [expire, pay] : [pay, expire];
        await Promise.all([first(), second()]);
        return world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
      }),
    );
    for (const session of ends) {
      expect(`${session.status} ${session.payment_status}`).toMatch(/^(complete paid|expired unpaid)$/);
    }
    const books = await world.sandbox.listChargedPayments();
    const paid = ends.filter(({ payment_status: status }) => status === 'paid').map(({ id }) => id);
    expect(new Set(books.map(({ session }) => session))).toEqual(new Set(paid));
    expect(books).toHaveLength(paid.length);
  });

  it('lets the database refuse a second charge of a payment intent, and a refund that is too large', async () => {
    const id = await openSession();
    await world.sandbox.payWithCard(id, { number: '4242424242424242' });
    const charge = await world.db
      .selectFrom('sandbox_objects')
      .select(['type', 'data', 'created_at'])
      .where('type', '=', 'charge')
      .executeTakeFirstOrThrow();
    const second = {
      ...charge,
      id: 'ch_second',
      data: JSON.stringify(charge.data),
      hidden: '{}',
      due_at: null,
    };
    await expect(world.db.insertInto('sandbox_objects').values(second).execute()).rejects.toThrow(
      'sandbox_objects_one_charge_per_intent',
    );
    const overdone = JSON.stringify({ ...charge.data, amount_refunded: 1251 });
    await expect(
      world.db.updateTable('sandbox_objects').set({ data: overdone }).where('type', '=', 'charge').execute(),
    ).rejects.toThrow('sandbox_objects_refunds_within_charge');
  });

  it('expires a session only once when several server processes try at the same time', async () => {
    const id = await openSession();
    world.clock.advance(31 * 60);
    const found = await atOnce(12, async (index) => {
      const { sandbox, stripe } = processFor(index);
      if (index % 3 === 0) await sandbox.deliverDue();
      if (index % 3 === 1) await sandbox.payWithCard(id, { number: '4242424242424242' });
      return (await stripe.checkout.sessions.retrieve(id)).status;
    });
    expect(new Set(found)).toEqual(new Set(['expired']));
    const events = await world.stripe.events.list({ type: 'checkout.session.expired' });
    expect(events.data).toHaveLength(1);
  });

  it('completes a delayed refund only once when several server processes try at the same time', async () => {
    const id = await openSession();
    await world.sandbox.payWithCard(id, { number: '4000000000005126' });
    const session = await world.stripe.checkout.sessions.retrieve(id);
    const refund = await world.stripe.refunds.create({ payment_intent: idOf(session.payment_intent) ?? '' });
    world.clock.advance(2);
    await atOnce(12, async (index) => {
      const { sandbox, stripe } = processFor(index);
      if (index % 2 === 0) await sandbox.deliverDue();
      else await stripe.refunds.retrieve(refund.id);
    });
    const events = await world.stripe.events.list({ type: 'refund.failed' });
    expect(events.data).toHaveLength(1);
    expect(await world.sandbox.listChargedPayments()).toMatchObject([{ charged: 1250, refunded: 0 }]);
  });
});

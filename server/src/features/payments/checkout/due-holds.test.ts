import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, only, openCheckout } from '../../../../test/factories.ts';
import { insertPeople } from '../../../../test/people.ts';
import { countRemaining } from '../../../../test/payments.ts';
import { expireHolds, expireIdleHolds } from './holds.service.ts';
import { insertOrders } from '../../../../test/tickets.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

/** This number is larger than 200, because `expireHolds` lists 200 holds at a time. */
const many = 205;

const longAgo = () => new Date(app.clock.now().getTime() - 60_000);

/** Inserts holds that ended a minute ago. If `havePayments` is true, each hold has a payment under way. */
async function insertDueHolds(eventId: number, howMany: number, { havePayments }: { havePayments: boolean }) {
  const people = await insertPeople(app.db, howMany);
  const at = { placed_at: longAgo(), hold_expires_at: longAgo() };
  const userIds = people.map(({ id }) => id);
  const holds = await insertOrders(app, eventId, userIds, at);
  if (!havePayments) return;
  const sold = { event_id: eventId, amount_pence: 900, status: 'open' } as const;
  await app.db
    .insertInto('payments')
    .values(
      holds.map(({ id, user_id }) => ({
        ...sold,
        user_id,
        order_id: id,
        provider_session_id: `cs_test_hangs_${id}`,
        created_at: longAgo(),
        expires_at: longAgo(),
        paid_at: null,
        payment_intent_id: null,
        checkout_url: null,
        refunded_at: null,
      })),
    )
    .execute();
}

async function makeHeldEvent(howMany: number, options: { havePayments: boolean }) {
  const event = await makeEvent(app, { price: 9, max_attendees: howMany });
  await insertDueHolds(event.id, howMany, options);
  expect(await countRemaining(app, event.id)).toBe(0);
  return event;
}

describe('holds whose time is over', () => {
  it('end in one run of the job if they have no payment, even while other holds wait for an answer of the provider', async () => {
    const paying = await makeHeldEvent(many, { havePayments: true });
    const idle = await makeHeldEvent(700, { havePayments: false });
    const hanging: (() => void)[] = [];
    vi.spyOn(app.deps.payments, 'endPayment').mockImplementation(
      () => new Promise((resolve) => hanging.push(() => resolve(undefined))),
    );
    let isOver = false;
    const run = expireHolds(app.deps).finally(() => (isOver = true));
    await expect.poll(() => countRemaining(app, idle.id)).toBe(700);
    // The first run of the job is still waiting for the provider. New holds without a payment must not wait for that
    // run.
    const later = await makeHeldEvent(3, { havePayments: false });
    await expireIdleHolds(app.deps);
    expect(await countRemaining(app, later.id)).toBe(3);
    expect(isOver).toBe(false);
    expect(await countRemaining(app, paying.id)).toBe(0);
    const answers = setInterval(() => hanging.splice(0).forEach((answer) => answer()), 1);
    await run;
    clearInterval(answers);
    expect(await countRemaining(app, paying.id)).toBe(many);
  });

  it('end even if the payments of other holds cannot be ended', async () => {
    await makeHeldEvent(many, { havePayments: true });
    const event = await makeEvent(app, { price: 9, max_attendees: 1 });
    const sessionId = await openCheckout(app, await makeUser(app), event.id);
    app.clock.advance(60 * 60_000);
    const endPayment = app.deps.payments.endPayment.bind(app.deps.payments);
    vi.spyOn(app.deps.payments, 'endPayment').mockImplementation(async (reference) => {
      if (reference.id !== sessionId) throw new Error('The provider will not hear of it');
      return endPayment(reference);
    });
    await expireHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(1);
  });

  it('end even if another hold cannot be ended, which is logged', async () => {
    const event = await makeHeldEvent(3, { havePayments: false });
    const [stuck] = await app.db
      .selectFrom('orders')
      .innerJoin('tickets', 'tickets.order_id', 'orders.id')
      .select(['orders.id', 'tickets.ticket_type_id', 'orders.buyer_email'])
      .where('orders.event_id', '=', event.id)
      .orderBy('orders.id')
      .execute();
    if (!stuck?.buyer_email) throw new Error('The event has no hold');
    // This count cannot go below zero, so the hold of this buyer cannot be ended.
    await app.db
      .updateTable('ticket_types')
      .set({ max_per_buyer: 9 })
      .where('event_id', '=', event.id)
      .execute();
    const count = app.db.updateTable('buyer_counts').where('ticket_type_id', '=', stuck.ticket_type_id);
    const ofBuyer = count.where('buyer', '=', stuck.buyer_email.toLowerCase());
    await ofBuyer.set({ tickets: 0 }).execute();
    const logged = vi.spyOn(app.deps.log, 'error');
    await expireIdleHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(2);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ id: stuck.id }),
      'could not release a hold',
    );
    await ofBuyer.set({ tickets: 1 }).execute();
    await expireIdleHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(3);
  });

  it('end without an error although tickets are still counted for a limit per buyer that was removed', async () => {
    const [limited, free] = [
      await makeHeldEvent(1, { havePayments: false }),
      await makeHeldEvent(1, { havePayments: false }),
    ];
    await app.db
      .updateTable('ticket_types')
      .set({ max_per_buyer: 9 })
      .where('event_id', '=', limited.id)
      .execute();
    await app.db
      .insertInto('buyer_counts')
      .columns(['ticket_type_id', 'buyer', 'tickets'])
      .expression((select) =>
        select
          .selectFrom('orders')
          .innerJoin('tickets', 'tickets.order_id', 'orders.id')
          .select(['tickets.ticket_type_id', 'orders.buyer_email', select.lit(0).as('tickets')])
          .where('orders.event_id', '=', free.id)
          .$narrowType<{ buyer_email: string }>(),
      )
      .execute();
    const logged = vi.spyOn(app.deps.log, 'error');
    await expireIdleHolds(app.deps);
    expect(logged).not.toHaveBeenCalled();
    expect(await countRemaining(app, limited.id)).toBe(1);
    expect(await countRemaining(app, free.id)).toBe(1);
  });

  it('do not end if their buyers start to pay while the job is running', async () => {
    const event = await makeHeldEvent(1, { havePayments: false });
    const hold = only(
      await app.db.selectFrom('orders').select('id').where('event_id', '=', event.id).execute(),
    );
    await app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('orders')
        .set({ hold_expires_at: new Date(app.clock.now().getTime() + 60_000) })
        .where('id', '=', hold.id)
        .execute();
      await expireIdleHolds(app.deps);
    });
    await expireIdleHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(0);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, openCheckout } from '../../../../test/factories.ts';
import {
  cancelRegistration,
  countRemaining,
  listPayments,
  logInAgain,
  openIntent,
  payIntent,
  readBothBooks,
  readIntentStatus,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { expireHolds } from './holds.service.ts';
import { reconcilePayments } from '../ledger/reconcile.service.ts';
import { listTicketsFor } from '../../../../test/tickets.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const minute = 60_000;

async function makeSale(seats = 5) {
  const event = await makeEvent(app, { price: 9, max_attendees: seats });
  return { event, buyer: await makeUser(app) };
}

async function countTickets(eventId: number) {
  return (await listTicketsFor(app, eventId)).length;
}

describe('the hold of a seat for a payment intent', () => {
  it('frees the seat when the time to pay is over, and the intent can no longer be paid', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    app.clock.advance(36 * minute);
    await expireHolds(app.deps);
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
    expect(await countRemaining(app, event.id)).toBe(1);
    expect(await listPayments(app, event.id)).toMatchObject([{ status: 'expired' }]);
  });

  it('becomes a ticket if the buyer paid the intent, even though the webhook was lost', async () => {
    const { event, buyer } = await makeSale(1);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await payIntent(app, await openIntent(app, buyer, event.id));
    app.clock.advance(36 * minute);
    await expireHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(0);
    expect(await countTickets(event.id)).toBe(1);
  });

  it('lasts until the payment intent ends, even if the time of the hold is over earlier', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    await cancelRegistration(app, buyer);
    await app.call('POST /events/:id/register', { token: buyer.token, params: { id: event.id } });
    app.clock.advance(34 * minute);
    await expireHolds(app.deps);
    expect(await readIntentStatus(app, intentId)).toBe('requires_payment_method');
    expect(await countRemaining(app, event.id)).toBe(0);
    app.clock.advance(2 * minute);
    await expireHolds(app.deps);
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
    expect(await countRemaining(app, event.id)).toBe(1);
  });

  it('does not end while the payment provider is down', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    app.clock.advance(36 * minute);
    await app.sandbox.setSwitches({ api: 'unreachable' });
    await expireHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(0);
    await app.sandbox.setSwitches({ api: 'up' });
    await expireHolds(app.deps);
    expect(await countRemaining(app, event.id)).toBe(1);
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
  });

  it('is not extended after it ends: the buyer gets a new intent instead', async () => {
    const { event, buyer } = await makeSale(1);
    const first = await openIntent(app, buyer, event.id);
    app.clock.advance(36 * minute);
    const second = await openIntent(app, await logInAgain(app, buyer), event.id);
    expect(second).not.toBe(first);
    expect(await readIntentStatus(app, first)).toBe('canceled');
    expect(await listPayments(app, event.id)).toMatchObject([{ status: 'expired' }, { status: 'open' }]);
  });
});

describe('a held seat that its buyer has not paid', () => {
  it('becomes free for other buyers even if its buyer keeps opening new payments', async () => {
    const { event, buyer } = await makeSale(1);
    const listChanges = await watchSeats(event.id);
    await openIntent(app, buyer, event.id);
    for (const open of [openCheckout, openIntent, openCheckout]) {
      app.clock.advance(28 * minute);
      await open(app, await logInAgain(app, buyer), event.id);
    }
    expect(await listChanges()).toEqual([1, 0, 1]);
  });

  it('becomes free for other buyers when the hold ends, before the same buyer can hold the seat again', async () => {
    const { event, buyer } = await makeSale(1);
    const listChanges = await watchSeats(event.id);
    await openIntent(app, buyer, event.id);
    app.clock.advance(36 * minute);
    await openIntent(app, await logInAgain(app, buyer), event.id);
    expect(await listChanges()).toEqual([1, 0, 1]);
  });
});

/**
 * Starts to record the number of taken seats after each transaction that changes this number. Returns a function that
 * lists the recorded numbers.
 */
async function watchSeats(eventId: number) {
  await sql`create table if not exists seen (event_id bigint, by xid8 primary key, taken integer)`.execute(
    app.db,
  );
  await sql`
    create or replace function see_seats() returns trigger language plpgsql as $$
    begin
      insert into seen values (new.id, pg_current_xact_id(), new.seats_taken)
      on conflict (by) do update set taken = excluded.taken;
      return new;
    end $$`.execute(app.db);
  await sql`create or replace trigger see_seats after update on events for each row
    when (old.seats_taken <> new.seats_taken) execute function see_seats()`.execute(app.db);
  return async () => {
    const { rows } = await sql<{ taken: number }>`
      select taken from seen where event_id = ${eventId} order by by`.execute(app.db);
    return rows.map(({ taken }) => taken);
  };
}

describe('a payment intent whose buyer cancelled the registration', () => {
  it('is ended by the reconcile job when the time to pay is over', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    await cancelRegistration(app, buyer);
    app.clock.advance(3 * minute);
    await reconcilePayments(app.deps);
    expect(await readIntentStatus(app, intentId)).toBe('requires_payment_method');
    app.clock.advance(33 * minute);
    await reconcilePayments(app.deps);
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
    expect(await listPayments(app, event.id)).toMatchObject([{ status: 'expired' }]);
  });

  it('leaves the registration cancelled if the buyer pays the intent later and no seat is left', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    await cancelRegistration(app, buyer);
    const read = () =>
      app.db
        .selectFrom('orders')
        .select(['status', 'placed_at'])
        .where('user_id', '=', buyer.id)
        .executeTakeFirstOrThrow();
    const left = await read();
    await openCheckout(app, await makeUser(app), event.id);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await listPayments(app, event.id))[0]?.status).toBe('refunded');
    expect(await read()).toEqual({ ...left, status: 'cancelled' });
  });

  it('buys a ticket if the buyer pays later and a seat is left, and is refunded if no seat is left', async () => {
    const free = await makeSale(2);
    const freeIntent = await openIntent(app, free.buyer, free.event.id);
    await cancelRegistration(app, free.buyer);
    await payIntent(app, freeIntent);
    const full = await makeSale(1);
    const fullIntent = await openIntent(app, full.buyer, full.event.id);
    await cancelRegistration(app, full.buyer);
    await openCheckout(app, await makeUser(app), full.event.id);
    await payIntent(app, fullIntent);
    await app.sandbox.deliverDue();
    await expect.poll(() => countTickets(free.event.id)).toBe(1);
    await expect.poll(async () => (await listPayments(app, full.event.id))[0]?.status).toBe('refunded');
    expect(await countTickets(full.event.id)).toBe(0);
    await expect
      .poll(() => app.mails.find((mail) => mail.to === full.buyer.email)?.text)
      .toContain('We could not give you a seat');
    expect(await countRemaining(app, full.event.id)).toBe(0);
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(2);
    expect(ledger).toEqual(provider);
  });
});

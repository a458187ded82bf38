import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser, only } from '../../../../test/factories.ts';
import { runMailJobs } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { payOrder } from '../../../../test/paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { expireIdleHolds } from '../../payments/checkout/holds.service.ts';
import { enqueueHoldWarnings } from './mails.service.ts';

const minute = 60_000;

let app: TestApp;
let organiser: OrganiserOfTypes;
let lastGuest = 0;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

// The tests move the clock, so the access token of an earlier test has expired.
beforeEach(async () => {
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** A guest orders tickets for £10 each. */
async function holdAsGuest(quantity = 2) {
  lastGuest += 1;
  const email = `holder${lastGuest}@example.org`;
  const { id, typeId } = await organiser.makeSale({ price: 10 });
  const wanted = {
    event_id: id,
    items: [{ ticket_type_id: typeId, quantity }],
    buyer: { name: 'Mara Ellis', email },
  };
  const order = await placeOrder(app, wanted);
  return { order, wanted, email, eventId: id };
}

const warn = async () => {
  await enqueueHoldWarnings(app.deps);
  await runMailJobs(app, '^registrations.warn-holder');
};

/** Lets the time of all holds end, and sends the mails about their end twice. */
async function expire() {
  app.clock.advance(35 * minute);
  for (const _ of [1, 2]) {
    await expireIdleHolds(app.deps);
    await runMailJobs(app, '^orders.send-expired-hold');
  }
}

describe('the warning before a hold ends', () => {
  it('reaches a guest with a link that opens the order', async () => {
    const { order, email } = await holdAsGuest();
    app.clock.advance(25 * minute);
    await warn();
    const mail = only(listMailsTo(app, { email }));
    expect(mail.subject).toMatch(/^Your tickets are held for a few more minutes: /);
    expect(mail.text).toContain(`/orders/${order.number}#key=${order.key}`);
    expect(mail.text).toContain('Hello Mara Ellis,');
    expect(mail.text).not.toContain('seat');
  });

  it('leads a signed-in buyer of one ticket to the order, without a key', async () => {
    const buyer = await makeUser(app);
    const { wanted } = await holdAsGuest(1);
    const order = await placeOrder(app, { ...wanted, buyer: undefined }, { token: buyer.token });
    app.clock.advance(25 * minute);
    await warn();
    const mail = only(listMailsTo(app, buyer, 'Your ticket is held for a few more minutes'));
    expect(mail.text).toContain(`http://foyer.localhost/orders/${order.number}\n`);
  });
});

describe('the mail about an expired hold', () => {
  it('is sent once to the guest, and leads to the event', async () => {
    const { email, eventId } = await holdAsGuest();
    await expire();
    const mail = only(listMailsTo(app, { email }));
    expect(mail.subject).toMatch(/^Your tickets are no longer held: /);
    expect(mail.text).toContain('You have not been charged.');
    expect(mail.text).toContain(`http://foyer.localhost/events/${eventId}`);
  });

  it('is not sent to a buyer who cancelled the hold, ordered again, or paid', async () => {
    const cancelled = await holdAsGuest();
    const { number, key } = cancelled.order;
    const headers = { 'x-order-key': key };
    await app.call('POST /orders/:number/cancel', { params: { number }, headers, body: {} });
    const paid = await holdAsGuest();
    await payOrder(app, paid.order.number);
    const again = await holdAsGuest();
    app.clock.advance(35 * minute);
    await expireIdleHolds(app.deps);
    await placeOrder(app, again.wanted);
    await runMailJobs(app, '^orders.send-expired-hold');
    for (const { email } of [cancelled, paid, again]) {
      expect(listMailsTo(app, { email }, 'Your tickets are no longer held')).toEqual([]);
    }
  });
});

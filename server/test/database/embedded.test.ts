import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, only, openCheckout } from '../factories.ts';
import { sendOrder } from '../orders.ts';
import { makeOrganiserOfCodes } from '../promo-codes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ database: 'embedded' });
}, 60_000);

afterAll(() => app.close());

describe('a site on the embedded database', () => {
  it('can run an event from publishing to check-in', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 7.5, max_attendees: 2 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    expect(await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' })).toMatchObject({
      outcome: 'paid',
    });
    await app.sandbox.deliverDue();
    await expect.poll(() => app.mails.map((mail) => mail.to)).toContain(buyer.email);
    const { body } = await app.call('GET /tickets/user/:userId', {
      token: buyer.token,
      params: { userId: buyer.id },
    });
    const { ticket_code: code } = only(body.tickets);
    const use = () =>
      app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId: code } });
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(409);
    const found = await app.call('GET /events', { query: { q: event.title.toUpperCase() } });
    expect(found.body.events).toMatchObject([{ id: event.id, tickets_remaining: 1 }]);
  });

  it('gives each seat to only one user when many register at the same time', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 3 });
    const crowd = await Promise.all(Array.from({ length: 8 }, () => makeUser(app)));
    const answers = await Promise.all(
      crowd.map(({ token }) => app.call('POST /events/:id/register', { token, params: { id: event.id } })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.body.code === 'event_sold_out')).toHaveLength(5);
  });

  it('gives the last use of a promo code to only one of twenty buyers', async () => {
    const organiser = await makeOrganiserOfCodes(app);
    const { id, typeId } = await organiser.makeSale({ price: 10, max_attendees: null });
    await organiser.makeCode(id, { percent: 100, max_uses: 1 });
    const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }], promo_code: 'TENOFF' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendOrder(app, order)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'promo_code_used_up')).toHaveLength(19);
    expect((await organiser.listCodes(id)).promo_codes).toMatchObject([{ uses: 1 }]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

function give({ id, typeId }: { id: number; typeId: number }, email: string, quantity = 1) {
  return app.call('POST /events/:id/complimentary-tickets', {
    token: organiser.token,
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: { ticket_type_id: typeId, guests: [{ name: 'Ivo Marsh', email, quantity }] },
  });
}

describe('a guest who comes late', () => {
  it('gets a ticket until the event ends, also after the sales have ended, within the places left', async () => {
    const sale = await organiser.makeSale({ startsIn: -1, price: 5, max_attendees: 2 });
    await organiser.change(sale.id, sale.typeId, { sales_end: app.clock.now().toISOString() });
    const late = { email: 'late@example.org' };
    expect((await give(sale, late.email)).status).toBe(201);
    await runOrderMails(app);
    expect(listMailsTo(app, late)).toHaveLength(1);
    expect((await give(sale, 'two@example.org', 2)).body).toMatchObject({
      code: 'not_enough_left',
      remaining: 1,
    });
    const over = await organiser.makeSale({ startsIn: -3 });
    expect((await give(over, late.email)).body.code).toBe('event_ended');
  });

  it('can buy no ticket', async () => {
    const { id: event_id, typeId } = await organiser.makeSale({ startsIn: -1 });
    const { body } = await app.call('POST /orders', {
      token: (await makeUser(app)).token,
      headers: { 'idempotency-key': randomUUID() },
      body: { event_id, items: [{ ticket_type_id: typeId, quantity: 1 }] },
    });
    expect(body.code).toBe('event_started');
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { makeDoor } from '../../../../test/tickets.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

describe('what a volunteer reads', () => {
  it('is the names and ticket types of the guests, without addresses, prices and codes', async () => {
    const { door, ticket, tickets } = await makeDoor(app, organiser, 2);
    const { body } = await door.guests();
    expect(body).toMatchObject({ is_last: true });
    expect(body.guests.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id));
    expect(body.guests[0]).toEqual({
      id: ticket.id,
      name: 'Mara Ellis',
      type_name: 'General admission',
      order_number: expect.stringMatching(/^\w{10}$/) as unknown,
      status: 'valid',
      used_at: null,
      used_link: null,
      is_own: false,
      is_transferred: false,
      code_hash: createHash('sha256').update(ticket.code).digest('hex').slice(0, 32),
    });
  });

  it('says which tickets the buyer gave away, because their holders come alone', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    const { token } = await makeUser(app);
    const items = [{ ticket_type_id: await findOnlyType(app, eventId), quantity: 2 }];
    const { tickets } = await placeOrder(app, { event_id: eventId, items }, { token });
    const [given, kept] = tickets.map(({ id }) => id);
    const transfer = {
      token,
      params: { id: given ?? 0 },
      headers: { 'idempotency-key': randomUUID() },
      body: { name: 'Ivo Marsh', email: 'ivo@example.org' },
    };
    expect((await app.call('POST /tickets/:id/transfer', transfer)).status).toBe(200);
    const { body } = await door.guests(ticket.id);
    expect(body.guests).toMatchObject([
      { id: given, name: 'Ivo Marsh', is_transferred: true },
      { id: kept, is_transferred: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('ivo@example.org');
  });

  it('continues after the last ticket that was read', async () => {
    const { door, ticket, tickets } = await makeDoor(app, organiser, 2);
    expect((await door.guests(ticket.id)).body.guests.map(({ id }) => id)).toEqual([tickets[1]?.id]);
  });
});

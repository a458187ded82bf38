import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser } from '../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';
import { refundOrder, sellOrder } from '../../../test/paid-orders.ts';
import { listEventMoneyAfter } from './desk.money.queries.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
  const early = await sellOrder(app, organiser, [10, 15], undefined, { title: '=Early', startsIn: 24 });
  await refundOrder(
    app,
    { token: organiser.token, number: early.number },
    { ticket_ids: [early.ticketIds[1] ?? 0] },
  );
  const late = await sellOrder(app, organiser, [20], undefined, { title: 'Late', startsIn: 48 });
  const items = [{ ticket_type_id: await findOnlyType(app, late.eventId), quantity: 2 }];
  const buyer = await makeUser(app);
  await placeOrder(app, { event_id: late.eventId, items }, { token: buyer.token });
  await makeEvent(app, { title: 'Free' }, organiser);
});

afterAll(() => app.close());

function readMoney(query: Record<string, string> = {}, token = organiser.token) {
  return app.call('GET /teams/:id/money', { token, params: { id: organiser.teamId }, query });
}

function exportMoney(by = 'event', token = organiser.token) {
  return app.send<string>('GET', `/api/teams/${organiser.teamId}/money.csv?by=${by}`, { token });
}

describe('the money of a team', () => {
  it('is added up in all and by event, the latest event first; events without money are left out', async () => {
    const { status, body } = await readMoney();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totals: { taken: 45, refunded: 15, disputed: 0, outstanding: 40 },
      total_events: 2,
      total_pages: 1,
    });
    expect(body.events).toMatchObject([
      { title: 'Late', money: { taken: 20, refunded: 0, outstanding: 40 } },
      { title: '=Early', money: { taken: 25, refunded: 15, outstanding: 0 } },
    ]);
  });

  it('is listed in pages', async () => {
    const { body } = await readMoney({ limit: '1', page: '2' });
    expect(body.total_pages).toBe(2);
    expect(body.events.map(({ title }) => title)).toEqual(['=Early']);
  });

  it("is added up by month, in the site's time zone", async () => {
    const now = app.clock.now();
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(now);
    expect((await readMoney()).body.months).toEqual([{ month: parts.slice(0, 7), taken: 45, refunded: 15 }]);
  });

  it('does not contain the money of other teams', async () => {
    const other = await makeOrganiser(app);
    const { body } = await app.call('GET /teams/:id/money', {
      token: other.token,
      params: { id: other.teamId },
    });
    expect(body).toMatchObject({ totals: { taken: 0 }, months: [], events: [], total_events: 0 });
  });

  it('is refused to members who are not team admins, and to other teams', async () => {
    const members = await Promise.all(
      (['event_manager', 'owner', 'organizer'] as const).map((role) =>
        makeMember(app, organiser.teamId, role),
      ),
    );
    for (const { token } of [...members, await makeOrganiser(app)]) {
      expect((await readMoney({}, token)).status).toBe(403);
      expect((await exportMoney('event', token)).status).toBe(403);
    }
  });
});

describe('the table of the money of a team', () => {
  it('has one line for each event, and no cell that a spreadsheet would run as a formula', async () => {
    const { status, body } = await exportMoney();
    expect(status).toBe(200);
    const [header, late, early, ...rest] = body.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe('Event,Starts,Status,Taken,Refunded,Disputed,Outstanding');
    expect(late).toMatch(/^Late,\d{4}-\d\d-\d\d \d\d:\d\d,published,20\.00,0\.00,0\.00,40\.00$/);
    expect(early).toMatch(/^"'=Early",.*,25\.00,15\.00,0\.00,0\.00$/);
    expect(rest).toEqual(['']);
  });

  it('continues after the last event that was read', async () => {
    const [late] = await listEventMoneyAfter(app.db, organiser.teamId, { last: undefined, limit: 1 });
    const rest = await listEventMoneyAfter(app.db, organiser.teamId, { last: late, limit: 1 });
    expect([late, ...rest].map((event) => event?.title)).toEqual(['Late', '=Early']);
    expect(await listEventMoneyAfter(app.db, organiser.teamId, { last: rest[0], limit: 1 })).toEqual([]);
  });

  it('has one line for each month when asked for', async () => {
    const { body } = await exportMoney('month');
    expect(body.replace('\uFEFF', '')).toMatch(/^Month,Taken,Refunded\r\n\d{4}-\d\d,45\.00,15\.00\r\n$/);
  });

  it('is refused for an unknown kind of line', async () => {
    const answer = await exportMoney('year');
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('by can be event or month, or left out');
  });
});

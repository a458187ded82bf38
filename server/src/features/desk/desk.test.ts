import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeEvent, makeMember, makeOrganiser, makeUser } from '../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';
import { refundOrder, sellOrder } from '../../../test/paid-orders.ts';
import { insertRefund, logInAgain } from '../../../test/payments.ts';
import { moveEvent } from '../../../test/tickets.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

function readDesk({ token, teamId }: { token: string; teamId: number }) {
  return app.call('GET /teams/:id/desk', { token, params: { id: teamId } });
}

/** An organiser whose event has sold two tickets for £10, one of them refunded, and has one place held. */
async function sellSome() {
  const organiser = await makeOrganiser(app);
  const { eventId, number, ticketIds } = await sellOrder(app, organiser, [10, 15]);
  await refundOrder(app, { token: organiser.token, number }, { ticket_ids: [ticketIds[1] ?? 0] });
  const [typeId] = await app.db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  const buyer = await makeUser(app);
  const items = [{ ticket_type_id: typeId?.id ?? 0, quantity: 1 }];
  await placeOrder(app, { event_id: eventId, items }, { token: buyer.token });
  return { organiser, eventId };
}

describe('the desk of a team', () => {
  it('shows what the next event has sold, and its money', async () => {
    const { organiser, eventId } = await sellSome();
    const { status, body } = await readDesk(organiser);
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.sees_money).toBe(true);
    expect(body.events).toHaveLength(1);
    expect(body.events[0]).toMatchObject({
      id: eventId,
      capacity: 50,
      sold: 1,
      held: 1,
      admitted: 0,
      sold_out: false,
      on_sale: true,
      opens_at: null,
      money: { taken: 25, refunded: 15, disputed: 0, outstanding: 10 },
    });
  });

  it('adds up the sales of the next event by day, ticket type and source', async () => {
    const { organiser, eventId } = await sellSome();
    const { next } = (await readDesk(organiser)).body;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(app.clock.now());
    expect(next?.event_id).toBe(eventId);
    expect(next?.sales).toMatchObject({
      days: [{ day: today, tickets: 1, amount: 10 }],
      earlier: 0,
      sources: [{ channel: 'web', tickets: 1 }],
    });
    expect(next?.sales.types.map(({ sold, amount }) => [sold, amount])).toEqual([
      [1, 10],
      [0, 0],
    ]);
  });

  it('shows all of the last thirty days when the sale began earlier', async () => {
    const { organiser, eventId } = await sellSome();
    const issued_at = new Date(app.clock.now().getTime() - 40 * 24 * 3600 * 1000);
    await app.db.updateTable('tickets').set({ issued_at }).where('event_id', '=', eventId).execute();
    const sales = (await readDesk(organiser)).body.next?.sales;
    expect(sales?.earlier).toBe(1);
    expect(sales?.days).toHaveLength(30);
    expect(sales?.days.every(({ tickets }) => tickets === 0)).toBe(true);
  });

  it('hides all amounts from members who are not team admins', async () => {
    const { organiser } = await sellSome();
    for (const role of ['event_manager', 'owner', 'organizer'] as const) {
      const { token } = await makeMember(app, organiser.teamId, role);
      const { body } = await readDesk({ token, teamId: organiser.teamId });
      expect(body).toMatchObject({ sees_money: false, failing_refunds: [] });
      expect(body.events[0]).toMatchObject({ sold: 1, money: null });
      expect(body.next?.sales.days[0]).toMatchObject({ tickets: 1, amount: null });
      expect(body.next?.sales.types[0]?.amount).toBeNull();
    }
    const { token } = await makeAdmin(app);
    expect((await readDesk({ token, teamId: organiser.teamId })).body.sees_money).toBe(true);
  });

  it('is closed to the admins of other teams', async () => {
    const { organiser } = await sellSome();
    const stranger = await makeOrganiser(app);
    expect(await readDesk({ ...stranger, teamId: organiser.teamId })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await readDesk({ ...stranger, teamId: 999_999_999 })).status).toBe(404);
  });

  it('lists events to come, and opens with the soonest that is published', async () => {
    const organiser = await makeOrganiser(app);
    await makeEvent(app, { title: 'Late', startsIn: 72 }, organiser);
    await makeEvent(app, { title: 'Off', startsIn: 24, status: 'cancelled' }, organiser);
    const soon = await makeEvent(app, { title: 'Soon', startsIn: 48 }, organiser);
    const { body } = await readDesk(organiser);
    expect(body.events.map(({ title }) => title)).toEqual(['Off', 'Soon', 'Late']);
    expect(body.next?.event_id).toBe(soon.id);
    app.clock.advance(60 * 3600 * 1000);
    const later = await readDesk({ ...(await logInAgain(app, organiser)), teamId: organiser.teamId });
    expect(later.body.events.map(({ title }) => title)).toEqual(['Late']);
  });

  it('says when the sale begins, and when all places are gone', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { max_attendees: 1 }, organiser);
    const typeId = await findOnlyType(app, id);
    const opens = new Date(app.clock.now().getTime() + 5 * 60 * 1000).toISOString();
    await app.call('PATCH /events/:id/ticket-types/:typeId', {
      token: organiser.token,
      params: { id, typeId },
      body: { sales_start: opens },
    });
    expect((await readDesk(organiser)).body.events[0]).toMatchObject({
      on_sale: false,
      opens_at: opens,
      sold_out: false,
    });
    app.clock.advance(6 * 60 * 1000);
    const { token } = await makeUser(app);
    const items = [{ ticket_type_id: typeId, quantity: 1 }];
    await placeOrder(app, { event_id: id, items }, { token });
    expect((await readDesk(organiser)).body.events[0]).toMatchObject({
      on_sale: true,
      opens_at: null,
      sold_out: true,
      sold: 1,
      capacity: 1,
    });
  });

  it('counts hidden ticket types, and the sold tickets of archived ones, as places', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { max_attendees: 100 }, organiser);
    const first = await findOnlyType(app, id);
    const { token } = await makeUser(app);
    await placeOrder(app, { event_id: id, items: [{ ticket_type_id: first, quantity: 2 }] }, { token });
    const asked = { token: organiser.token, params: { id } };
    await app.call('POST /events/:id/ticket-types', {
      ...asked,
      body: { name: 'Members', price: 0, quantity: 30, visibility: 'hidden' },
    });
    await app.call('POST /events/:id/ticket-types', {
      ...asked,
      body: { name: 'Standard', price: 0, quantity: 60 },
    });
    await app.call('DELETE /events/:id/ticket-types/:typeId', { ...asked, params: { id, typeId: first } });
    expect((await readDesk(organiser)).body.events[0]).toMatchObject({ sold: 2, capacity: 92 });
  });

  it('counts a hidden ticket type on sale, because its buyers have a promo code', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, {}, organiser);
    const typeId = await findOnlyType(app, id);
    const change = (body: object) =>
      app.call('PATCH /events/:id/ticket-types/:typeId', {
        token: organiser.token,
        params: { id, typeId },
        body,
      });
    await change({ visibility: 'hidden' });
    expect((await readDesk(organiser)).body.events[0]?.on_sale).toBe(true);
    await change({ paused: true });
    expect((await readDesk(organiser)).body.events[0]?.on_sale).toBe(false);
  });

  it('says what drafts still miss', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { status: 'draft', description: '', startsIn: 24 }, organiser);
    expect((await readDesk(organiser)).body.drafts).toMatchObject([
      { id, misses: ['picture', 'description'] },
    ]);
    app.clock.advance(25 * 3600 * 1000);
    const later = await readDesk({ ...(await logInAgain(app, organiser)), teamId: organiser.teamId });
    expect(later.body.drafts[0]?.misses).toContain('past');
  });

  it('tells team admins of refunds that fail', async () => {
    const organiser = await makeOrganiser(app);
    const { eventId, number, paymentId } = await sellOrder(app, organiser, [10]);
    await insertRefund(app, paymentId, { attempts: 3 });
    expect((await readDesk(organiser)).body.failing_refunds).toMatchObject([
      { event_id: eventId, order_number: number },
    ]);
  });
});

function readFigures(token: string, id: number) {
  return app.call('GET /events/:id/figures', { token, params: { id } });
}

describe('the figures of one event', () => {
  it('are those of the desk while the event is to come', async () => {
    const { organiser, eventId } = await sellSome();
    const { body, status } = await readFigures(organiser.token, eventId);
    expect({ status, figures: body.figures }).toEqual({
      status: 200,
      figures: (await readDesk(organiser)).body.events[0],
    });
  });

  it('stay when the event is over or cancelled', async () => {
    const { organiser, eventId } = await sellSome();
    const money = { taken: 25, refunded: 15, disputed: 0, outstanding: 10 };
    await moveEvent(app, eventId, -72);
    expect((await readDesk(organiser)).body.events).toEqual([]);
    expect((await readFigures(organiser.token, eventId)).body.figures).toMatchObject({
      id: eventId,
      sold: 1,
      held: 1,
      on_sale: false,
      opens_at: null,
      money,
    });
    await app.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', eventId).execute();
    expect((await readFigures(organiser.token, eventId)).body.figures).toMatchObject({
      status: 'cancelled',
      sold: 1,
      money,
    });
  });

  it('have no amounts for members who are not team admins', async () => {
    const { organiser, eventId } = await sellSome();
    for (const role of ['event_manager', 'owner', 'organizer'] as const) {
      const { token } = await makeMember(app, organiser.teamId, role);
      expect((await readFigures(token, eventId)).body.figures).toMatchObject({ sold: 1, money: null });
    }
    const { token } = await makeAdmin(app);
    expect((await readFigures(token, eventId)).body.figures.money).toMatchObject({ taken: 25 });
  });

  it('are closed to the admins of other teams', async () => {
    const { eventId } = await sellSome();
    const stranger = await makeOrganiser(app);
    expect(await readFigures(stranger.token, eventId)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it('are those of no other event', async () => {
    const { organiser } = await sellSome();
    const { id } = await makeEvent(app, {}, organiser);
    expect((await readFigures(organiser.token, id)).body.figures).toMatchObject({
      id,
      sold: 0,
      held: 0,
      money: { taken: 0, refunded: 0, disputed: 0, outstanding: 0 },
    });
    expect(await readFigures(organiser.token, 999_999_999)).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    });
  });
});

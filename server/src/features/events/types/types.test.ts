import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeMember, makeUser, only } from '../../../../test/factories.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { buyTicket } from '../../../../test/payments.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

const minute = 60_000;

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

describe("the list of an event's ticket types", () => {
  it('has one ticket type for an event that was made with a single price', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12.5, max_attendees: null });
    expect(await organiser.list(id)).toEqual([
      {
        id: typeId,
        name: 'General admission',
        description: null,
        price: 12.5,
        state: 'on_sale',
        remaining: null,
        min_per_order: 1,
        max_per_order: 10,
        sales_start: null,
        sales_end: null,
      },
    ]);
  });

  it('shows figures and settings only to people who manage the event', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: 30 });
    await organiser.register(id);
    const settings = {
      visibility: 'public',
      quantity: null,
      sold: 1,
      held: 0,
      paused: false,
      max_per_buyer: null,
      position: 0,
    };
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    expect(await organiser.list(id, helper.token)).toMatchObject([
      { id: typeId, remaining: 29, ...settings },
    ]);
    const shown = only(await organiser.list(id, (await makeUser(app)).token));
    expect(shown.remaining).toBeNull();
    for (const name of Object.keys(settings)) expect(shown).not.toHaveProperty(name);
  });

  it('tells buyers how many tickets are left only when fewer than ten are left', async () => {
    const { id, typeId } = await organiser.makeSale({ max_attendees: 10 });
    expect(await organiser.list(id)).toMatchObject([{ remaining: null }]);
    await organiser.change(id, typeId, { quantity: 9 });
    expect(await organiser.list(id)).toMatchObject([{ remaining: 9 }]);
  });

  it('shows hidden ticket types only to people who manage the event', async () => {
    const { id, typeId } = await organiser.makeSale();
    const { body } = await organiser.add(id, { name: 'Friends', price: 2, visibility: 'hidden' });
    expect((await organiser.listAll(id)).map((type) => type.id)).toEqual([typeId, body.ticket_type.id]);
    expect((await organiser.list(id)).map((type) => type.id)).toEqual([typeId]);
    const buyer = await makeUser(app);
    expect((await organiser.list(id, buyer.token)).map((type) => type.id)).toEqual([typeId]);
  });
});

describe('the prices of an event', () => {
  it('are the lowest and the highest price of the public ticket types that are not archived', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12 });
    expect(await organiser.readEvent(id)).toMatchObject({ price: 12, highest_price: 12 });
    await organiser.add(id, { name: 'Reduced', price: 8 });
    await organiser.add(id, { name: 'Patrons', price: 50, visibility: 'hidden' });
    expect(await organiser.readEvent(id)).toMatchObject({ price: 8, highest_price: 12 });
    await organiser.change(id, typeId, { visibility: 'hidden' });
    expect(await organiser.readEvent(id)).toMatchObject({ price: 8, highest_price: 8 });
  });
});

describe('the state of a ticket type', () => {
  it('changes when its sales start and when its sales end', async () => {
    const { id, typeId } = await organiser.makeSale();
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minute).toISOString();
    const { body } = await organiser.change(id, typeId, { sales_start: at(1), sales_end: at(2) });
    expect(body.ticket_type.state).toBe('not_yet');
    app.clock.advance(1.5 * minute);
    expect(await organiser.list(id)).toMatchObject([{ state: 'on_sale' }]);
    app.clock.advance(minute);
    expect(await organiser.list(id)).toMatchObject([{ state: 'ended' }]);
    await organiser.change(id, typeId, { sales_start: null, sales_end: null });
    expect(await organiser.list(id)).toMatchObject([
      { state: 'on_sale', sales_start: null, sales_end: null },
    ]);
  });

  it('is “paused” after the team pauses the sales, and “on sale” after the team continues the sales', async () => {
    const { id, typeId } = await organiser.makeSale();
    await organiser.change(id, typeId, { paused: true });
    expect(await organiser.list(id)).toMatchObject([{ state: 'paused' }]);
    await organiser.change(id, typeId, { paused: false });
    expect(await organiser.list(id)).toMatchObject([{ state: 'on_sale' }]);
  });

  it('is “ended” when the event has started or is cancelled', async () => {
    const past = await organiser.makeSale({ startsIn: -1 });
    expect(await organiser.list(past.id)).toMatchObject([{ state: 'ended' }]);
    const { id } = await organiser.makeSale();
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id },
      body: { status: 'cancelled' },
    });
    expect(await organiser.list(id)).toMatchObject([{ state: 'ended' }]);
  });

  it('is “all reserved” while a buyer may still pay for the last ticket, and “sold out” when all buyers have paid', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12, max_attendees: null });
    await organiser.change(id, typeId, { quantity: 2 });
    await buyTicket(app, await makeUser(app), id);
    const slow = await makeUser(app);
    await organiser.register(id, slow);
    expect(await organiser.list(id, organiser.token)).toMatchObject([
      { state: 'all_reserved', remaining: 0, sold: 2, held: 1 },
    ]);
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 0, all_reserved: true });
    await buyTicket(app, slow, id);
    expect(await organiser.list(id, organiser.token)).toMatchObject([
      { state: 'sold_out', remaining: 0, sold: 2, held: 0 },
    ]);
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 0, all_reserved: false });
  });

  it('is “sold out” when the event is full, even if the ticket type has tickets left', async () => {
    const { id } = await organiser.makeSale({ price: 0, max_attendees: 2 });
    const { body } = await organiser.add(id, {
      name: 'Friends',
      price: 2,
      quantity: 5,
      visibility: 'hidden',
    });
    await organiser.register(id);
    await organiser.register(id);
    expect(await organiser.list(id)).toMatchObject([{ state: 'sold_out', remaining: 0 }]);
    expect((await organiser.listAll(id)).find((type) => type.id === body.ticket_type.id)).toMatchObject({
      state: 'sold_out',
      remaining: 0,
      sold: 0,
    });
  });
});

describe('an event with several ticket types', () => {
  it('shows the lowest price of its public ticket types', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12 });
    const { body } = await organiser.add(id, { name: 'Reduced', price: 8 });
    expect((await organiser.readEvent(id)).price).toBe(8);
    await organiser.add(id, { name: 'Friends', price: 2, visibility: 'hidden' });
    expect((await organiser.readEvent(id)).price).toBe(8);
    await organiser.change(id, body.ticket_type.id, { price: 14 });
    expect((await organiser.readEvent(id)).price).toBe(12);
    await organiser.remove(id, typeId);
    expect((await organiser.readEvent(id)).price).toBe(14);
  });

  it('refuses a request that sets one price for all its ticket types', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12 });
    const setPrice = () =>
      app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body: { price: 3 } });
    expect((await setPrice()).body.event.price).toBe(3);
    await organiser.add(id, { name: 'Reduced', price: 2 });
    expect(await setPrice()).toMatchObject({ status: 409, body: { code: 'price_per_ticket_type' } });
    await organiser.remove(id, typeId);
    expect((await setPrice()).body.event.price).toBe(3);
  });

  it('shows the places left in the event or the tickets left in its types, whichever number is smaller', async () => {
    const { id, typeId } = await organiser.makeSale({ max_attendees: 10 });
    await organiser.change(id, typeId, { quantity: 3 });
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(3);
    const { body } = await organiser.add(id, { name: 'Reduced', price: 8, quantity: 4 });
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(7);
    await organiser.change(id, body.ticket_type.id, { quantity: 20 });
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(10);
    await organiser.remove(id, body.ticket_type.id);
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(3);
    await organiser.add(id, { name: 'Child', price: 4 });
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(10);
  });

  it('shows neither the tickets nor the holds of hidden types to visitors', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 5, max_attendees: 10 });
    await organiser.register(id);
    const { body } = await organiser.add(id, { name: 'Child', price: 0, quantity: 1 });
    await organiser.change(id, typeId, { quantity: 3, visibility: 'hidden' });
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 1 });
    await placeOrder(app, {
      event_id: id,
      items: [{ ticket_type_id: body.ticket_type.id, quantity: 1 }],
    });
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 0, all_reserved: false });
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id },
      body: { max_attendees: 2 },
    });
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 0, all_reserved: true });
  });

  it('says that its sales are paused when the sale of all its public ticket types is stopped', async () => {
    const { id, typeId } = await organiser.makeSale();
    await organiser.add(id, { name: 'Friends', price: 5, visibility: 'hidden' });
    const child = (await organiser.add(id, { name: 'Child', price: 4 })).body.ticket_type.id;
    await organiser.change(id, typeId, { paused: true });
    expect(await organiser.readEvent(id)).toMatchObject({ sales_paused: false });
    await organiser.change(id, child, { paused: true });
    expect(await organiser.readEvent(id)).toMatchObject({ sales_paused: true });
    await organiser.change(id, typeId, { visibility: 'hidden' });
    await organiser.change(id, child, { visibility: 'hidden' });
    expect(await organiser.readEvent(id)).toMatchObject({ sales_paused: false });
  });

  it('is reported as sold out when each of its ticket types is sold out', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: null });
    await organiser.change(id, typeId, { quantity: 1 });
    const ask = () => app.call('GET /events/:id/availability', { params: { id } });
    expect((await ask()).body).toEqual({ available: true });
    await organiser.register(id);
    expect((await ask()).body).toMatchObject({ available: false, code: 'event_sold_out' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

describe('a new ticket type of an event', () => {
  it('comes last in the list, and has the default settings if the request names none', async () => {
    const { id } = await organiser.makeSale();
    const answer = await organiser.add(id, { name: ' Reduced ', price: 8, description: '' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'success',
        ticket_type: {
          name: 'Reduced',
          description: null,
          price: 8,
          state: 'on_sale',
          min_per_order: 1,
          max_per_order: 10,
          max_per_buyer: null,
          quantity: null,
          sold: 0,
          visibility: 'public',
          position: 1,
        },
      },
    });
  });

  it('can be put at any position in the list', async () => {
    const { id } = await organiser.makeSale();
    await organiser.add(id, { name: 'Reduced', price: 8 });
    await organiser.add(id, { name: 'Early', price: 6, position: 0 });
    expect((await organiser.list(id)).map((type) => type.name)).toEqual([
      'Early',
      'General admission',
      'Reduced',
    ]);
  });

  it('needs a name that no other ticket type of the event has, ignoring case', async () => {
    const { id, typeId } = await organiser.makeSale();
    const refusal = { status: 409, body: { code: 'ticket_type_name_taken' } };
    expect(await organiser.add(id, { name: 'general ADMISSION', price: 1 })).toMatchObject(refusal);
    const { body } = await organiser.add(id, { name: 'Reduced', price: 1 });
    expect(await organiser.change(id, body.ticket_type.id, { name: 'General Admission' })).toMatchObject(
      refusal,
    );
    // The name of a deleted ticket type can be used again, and another event may use the same name.
    await organiser.remove(id, typeId);
    expect((await organiser.add(id, { name: 'General admission', price: 1 })).status).toBe(201);
  });

  it('is refused when the event already has fifty ticket types', async () => {
    const { id } = await organiser.makeSale();
    const names = Array.from({ length: 49 }, (_, index) => ({
      event_id: id,
      name: `Row ${index}`,
      price_pence: 0,
    }));
    await app.db.insertInto('ticket_types').values(names).execute();
    expect(await organiser.add(id, { name: 'One more', price: 1 })).toMatchObject({
      status: 409,
      body: { code: 'too_many_ticket_types' },
    });
  });

  it('is refused if its sales end at their start, or if its maximum per order is below its minimum', async () => {
    const { id, typeId } = await organiser.makeSale();
    const times = { sales_start: '2031-05-02T10:00:00Z', sales_end: '2031-05-02T10:00:00Z' };
    for (const answer of [
      await organiser.add(id, { name: 'A', price: 1, ...times }),
      await organiser.change(id, typeId, times),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(answer.body.errors).toEqual([
        { field: 'sales_end', message: 'Sales must end after they start' },
      ]);
    }
    for (const answer of [
      await organiser.add(id, { name: 'A', price: 1, min_per_order: 11 }),
      await organiser.change(id, typeId, { min_per_order: 3, max_per_order: 2 }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ field: 'max_per_order' }]);
    }
    expect(await organiser.listAll(id)).toMatchObject([{ id: typeId, sales_start: null, min_per_order: 1 }]);
  });
});

describe('a change of a ticket type', () => {
  it('keeps the fields that the request does not name', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12, max_attendees: null });
    await organiser.change(id, typeId, { description: 'With a drink', quantity: 40, max_per_buyer: 4 });
    const { status, body } = await organiser.change(id, typeId, { name: 'Adult', max_per_order: 6 });
    expect(status).toBe(200);
    expect(body.ticket_type).toMatchObject({
      name: 'Adult',
      description: 'With a drink',
      price: 12,
      quantity: 40,
      remaining: 40,
      max_per_buyer: 4,
      max_per_order: 6,
    });
    expect((await organiser.change(id, typeId, {})).body.errors).toEqual([
      { field: '', message: 'No valid fields to update' },
    ]);
  });

  it('reads times without a time zone in the time zone of the site', async () => {
    const { id, typeId } = await organiser.makeSale();
    const { body } = await organiser.change(id, typeId, { sales_end: '2031-07-01T18:00' });
    expect(body.ticket_type.sales_end).toBe('2031-07-01T17:00:00.000Z');
  });

  it('moves the ticket type to any position in the list, and numbers the list without gaps', async () => {
    const { id, typeId } = await organiser.makeSale();
    const reduced = (await organiser.add(id, { name: 'Reduced', price: 8 })).body.ticket_type.id;
    const child = (await organiser.add(id, { name: 'Child', price: 4 })).body.ticket_type.id;
    const order = async () => (await organiser.listAll(id)).map((type) => [type.id, type.position]);
    expect((await organiser.change(id, child, { position: 0 })).body.ticket_type.position).toBe(0);
    expect(await order()).toEqual([
      [child, 0],
      [typeId, 1],
      [reduced, 2],
    ]);
    // A position after the end of the list means the last position.
    await organiser.change(id, child, { position: 1000 });
    expect((await order()).map(([moved]) => moved)).toEqual([typeId, reduced, child]);
    await organiser.remove(id, reduced);
    expect(await order()).toEqual([
      [typeId, 0],
      [child, 1],
    ]);
  });

  it('cannot set the quantity below the number of sold tickets', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    await organiser.register(id);
    await organiser.register(id);
    expect(await organiser.change(id, typeId, { quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'quantity_below_sold' },
    });
    expect((await organiser.change(id, typeId, { quantity: 2 })).body.ticket_type).toMatchObject({
      remaining: 0,
      state: 'sold_out',
    });
  });
});

describe('deleting a ticket type', () => {
  it('ends the sales of the type and leaves its sold tickets valid', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    await organiser.register(id);
    await organiser.add(id, { name: 'Reduced', price: 0 });
    expect((await organiser.remove(id, typeId)).status).toBe(204);
    expect((await organiser.listAll(id)).map((type) => type.name)).toEqual(['Reduced']);
    const tickets = await app.db.selectFrom('tickets').select('status').where('event_id', '=', id).execute();
    expect(tickets).toEqual([{ status: 'valid' }]);
    expect(await organiser.readEvent(id)).toMatchObject({ attendee_count: 1 });
    const gone = { status: 404, body: { code: 'ticket_type_not_found' } };
    expect(await organiser.remove(id, typeId)).toMatchObject(gone);
    expect(await organiser.change(id, typeId, { paused: true })).toMatchObject(gone);
  });

  it('is refused for the last ticket type of an event', async () => {
    const { id, typeId } = await organiser.makeSale();
    const { body } = await organiser.add(id, { name: 'Reduced', price: 0 });
    expect((await organiser.remove(id, body.ticket_type.id)).status).toBe(204);
    expect(await organiser.remove(id, typeId)).toMatchObject({
      status: 409,
      body: { code: 'last_ticket_type' },
    });
  });

  it('happens to every ticket type of an event when the event is deleted', async () => {
    const { id } = await organiser.makeSale({ status: 'draft' });
    await organiser.add(id, { name: 'Reduced', price: 0 });
    const deleted = await app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
    expect(deleted.status).toBe(204);
    const left = await app.db.selectFrom('ticket_types').select('id').where('event_id', '=', id).execute();
    expect(left).toEqual([]);
  });
});

describe('the audit log', () => {
  it('records that a ticket type was added or removed, or got a new price or quantity, but not a new description or position', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 12 });
    const { body } = await organiser.add(id, { name: 'Reduced', price: 8 });
    await organiser.change(id, typeId, { price: 14.5, quantity: 30, description: 'With a drink' });
    await organiser.change(id, typeId, { position: 1, description: 'With two drinks' });
    await organiser.remove(id, body.ticket_type.id);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'object_type', 'object_id', 'details'])
      .where('event_id', '=', id)
      .orderBy('id')
      .execute();
    const entry = { actor_id: organiser.id, object_type: 'event', object_id: id };
    const reduced = { ticket_type_id: body.ticket_type.id, name: 'Reduced' };
    expect(entries).toEqual([
      { ...entry, action: 'event.ticket_type_added', details: { ...reduced, price_pence: 800 } },
      {
        ...entry,
        action: 'event.ticket_type_changed',
        details: {
          ticket_type_id: typeId,
          name: 'General admission',
          price_from_pence: 1200,
          price_to_pence: 1450,
          quantity_from: null,
          quantity_to: 30,
        },
      },
      { ...entry, action: 'event.ticket_type_removed', details: { ...reduced, sold: 0 } },
    ]);
  });
});

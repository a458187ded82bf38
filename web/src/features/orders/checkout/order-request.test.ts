import { describe, expect, it } from 'vitest';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import { composeItems, leaveOutEmails, listPlaces, mapFields, nameFirstTicket } from './order-request.ts';

const offers = [64, 65, 66].map((id) => ({ id, name: `Type ${id}` }) as Offer);

describe('the request for an order', () => {
  it('has an item for each chosen ticket type, and no names when the buyer typed none', () => {
    expect(composeItems(offers, { 64: 2, 66: 1 }, {})).toEqual([
      { ticket_type_id: 64, quantity: 2 },
      { ticket_type_id: 66, quantity: 1 },
    ]);
  });

  it('keeps each name with its own ticket', () => {
    const [, , third] = listPlaces(offers, { 64: 1, 65: 3 });
    expect(
      composeItems(offers, { 64: 1, 65: 3 }, { [third?.id ?? '']: { name: ' Ivo Marsh ', email: '' } }),
    ).toEqual([
      { ticket_type_id: 64, quantity: 1 },
      { ticket_type_id: 65, quantity: 3, attendees: [{}, { name: 'Ivo Marsh' }] },
    ]);
  });

  it('sends an email address of an attendee even without a name', () => {
    const [first] = listPlaces(offers, { 64: 1 });
    const typed = { [first?.id ?? '']: { name: '', email: ' ivo@example.org ' } };
    expect(composeItems(offers, { 64: 1 }, typed)).toEqual([
      { ticket_type_id: 64, quantity: 1, attendees: [{ email: 'ivo@example.org' }] },
    ]);
  });

  it('puts the buyer’s name on the first ticket unless another name was typed for it', () => {
    const places = listPlaces(offers, { 64: 2 });
    const [first, second] = places.map(({ id }) => id);
    const typed = { [String(second)]: { name: 'Ivo Marsh' } };
    const named = nameFirstTicket(places, { name: 'Mara Ellis', attendees: typed });
    expect(named).toEqual({ ...typed, [String(first)]: { name: 'Mara Ellis' } });
    const other = { [String(first)]: { name: 'Ada Quill' } };
    expect(nameFirstTicket(places, { name: 'Mara Ellis', attendees: other })).toEqual(other);
  });

  it('keeps the names when it leaves out the email addresses', () => {
    const typed = {
      t64n1: { name: 'Ivo Marsh', email: 'ivo@example.org' },
      t64n2: { email: 'a@example.org' },
    };
    expect(composeItems(offers, { 64: 2 }, leaveOutEmails(typed))).toEqual([
      { ticket_type_id: 64, quantity: 2, attendees: [{ name: 'Ivo Marsh' }] },
    ]);
  });

  it('assigns each error of the server to the form field that caused the error', () => {
    expect(mapFields(offers, { 64: 1, 66: 2 })).toMatchObject({
      'buyer.name': 'name',
      'items.0.attendees.0.name': 'attendees.t64n1.name',
      'items.1.attendees.1.email': 'attendees.t66n2.email',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import { composeItems, listPlaces } from './order-request.ts';

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
    expect(composeItems(offers, { 64: 1, 65: 3 }, { [third?.id ?? '']: ' Ivo Marsh ' })).toEqual([
      { ticket_type_id: 64, quantity: 1 },
      { ticket_type_id: 65, quantity: 3, attendees: [{}, { name: 'Ivo Marsh' }] },
    ]);
  });
});

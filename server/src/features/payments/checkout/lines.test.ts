import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeLines } from './lines.rules.ts';

const ticket = fc.record({
  ticket_type_id: fc.integer({ min: 1, max: 4 }),
  type_name: fc.constant('Adult'),
  price_pence: fc.integer({ min: 0, max: 3 }),
});

describe('the lines of a payment page', () => {
  it('add up to the tickets and their prices', () => {
    fc.assert(
      fc.property(fc.array(ticket, { maxLength: 100 }), (tickets) => {
        const lines = composeLines('Harvest Concert', tickets);
        const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
        const pence = lines.reduce((sum, { quantity, unitPence }) => sum + quantity * unitPence, 0);
        expect(count).toBe(tickets.length);
        expect(pence).toBe(tickets.reduce((sum, { price_pence }) => sum + price_pence, 0));
      }),
    );
  });

  it('combine tickets of the same type and price, and name the event', () => {
    const [adult, child] = [
      { ticket_type_id: 1, type_name: 'Adult', price_pence: 1000 },
      { ticket_type_id: 2, type_name: 'Child', price_pence: 0 },
    ];
    expect(composeLines('Harvest Concert', [adult, child, adult, { ...adult, price_pence: 999 }])).toEqual([
      { name: 'Adult', description: 'Harvest Concert', quantity: 2, unitPence: 1000 },
      { name: 'Child', description: 'Harvest Concert', quantity: 1, unitPence: 0 },
      { name: 'Adult', description: 'Harvest Concert', quantity: 1, unitPence: 999 },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../http/errors.ts';
import type { TypeRow } from './types.queries.ts';
import { getSingleType } from './types.rules.ts';

const now = new Date('2031-05-01T12:00:00Z');
const earlier = new Date('2031-05-01T11:00:00Z');
const later = new Date('2031-05-01T13:00:00Z');

function makeType(fields: Partial<TypeRow> = {}): TypeRow {
  return {
    id: 1,
    name: 'Standard',
    price_pence: 1200,
    quantity: null,
    sold: 0,
    sales_start: null,
    sales_end: null,
    min_per_order: 1,
    visibility: 'public',
    paused: false,
    ...fields,
  };
}

const outcomes: [what: string, types: Partial<TypeRow>[], outcome: number | string, manages?: boolean][] = [
  ['the only ticket type', [{ id: 7 }], 7],
  ['no hidden ticket type to buyers', [{ visibility: 'hidden' }], 'choose_a_ticket_type'],
  ['the only ticket type to its organiser, even if it is hidden', [{ id: 7, visibility: 'hidden' }], 7, true],
  ['the only public ticket type', [{ id: 7, visibility: 'hidden' }, { id: 8 }], 8],
  ['the only ticket type on sale', [{ id: 7, paused: true }, { id: 8 }, { id: 9, sales_start: later }], 8],
  ['no ticket type if several are on sale', [{ id: 7 }, { id: 8 }], 'choose_a_ticket_type'],
  [
    'no ticket type if all of several are paused',
    [{ paused: true }, { paused: true }],
    'choose_a_ticket_type',
  ],
  ['no ticket type that is only sold in pairs', [{ min_per_order: 2 }], 'choose_a_ticket_type'],
  ['no ticket type if the only one is paused', [{ paused: true }], 'sales_paused'],
  ['no ticket type before its sales start', [{ sales_start: later }], 'sales_not_started'],
  ['no ticket type from the moment its sales end', [{ sales_end: now }], 'sales_ended'],
  ['the only ticket type while its sales are open', [{ id: 7, sales_start: earlier, sales_end: later }], 7],
];

describe('the older API, whose calls name no ticket type,', () => {
  it.each(outcomes)('sells %s', (_, types, outcome, manages = false) => {
    const choose = () => {
      try {
        return getSingleType(types.map(makeType), { manages, now }).id;
      } catch (error) {
        return error instanceof ApiError ? error.code : error;
      }
    };
    expect(choose()).toBe(outcome);
  });
});

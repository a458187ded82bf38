import { expect, it } from 'vitest';
import { ticketStateOf } from './ticket-state.ts';

const end_time = '2026-11-21T22:00:00.000Z';
const before = Date.parse(end_time) - 1;
const after = Date.parse(end_time);

it('a valid ticket admits until the event has ended', () => {
  expect(ticketStateOf({ status: 'valid', end_time }, before)).toMatchObject({ word: 'Valid', admits: true });
  expect(ticketStateOf({ status: 'valid', end_time }, after)).toMatchObject({ word: 'Ended', admits: false });
});

it.each([
  ['used', 'Used'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
] as const)('a %s ticket admits nobody, before and after', (status, word) => {
  for (const now of [before, after]) {
    expect(ticketStateOf({ status, end_time }, now)).toMatchObject({ word, admits: false });
  }
});

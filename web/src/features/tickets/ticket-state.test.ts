import { describe, expect, it } from 'vitest';
import { explainMoneyBack, ticketStateOf } from './ticket-state.ts';

const end_time = '2026-11-21T22:00:00.000Z';
const before = Date.parse(end_time) - 1;
const after = Date.parse(end_time);

it('a valid ticket admits until the event has ended', () => {
  const ticket = { status: 'valid', refund_pending: false, event_status: 'published', end_time } as const;
  expect(ticketStateOf(ticket, before)).toMatchObject({ word: 'Valid', admits: true });
  expect(ticketStateOf(ticket, after)).toMatchObject({ word: 'Ended', admits: false });
});

it('a valid ticket of a cancelled event says so, and admits nobody', () => {
  const ticket = { status: 'valid', refund_pending: false, event_status: 'cancelled', end_time } as const;
  for (const now of [before, after]) {
    expect(ticketStateOf(ticket, now)).toMatchObject({ word: 'Event cancelled', admits: false });
  }
});

it.each([
  ['used', false, 'Used'],
  ['cancelled', false, 'Cancelled'],
  ['refunded', true, 'Refund under way'],
  ['refunded', false, 'Refunded'],
] as const)('a %s ticket (money on its way back: %s) admits nobody', (status, refund_pending, word) => {
  for (const now of [before, after]) {
    const ticket = { status, refund_pending, event_status: 'published', end_time } as const;
    expect(ticketStateOf(ticket, now)).toMatchObject({ word, admits: false });
  }
});

describe('the money for a cancelled event', () => {
  const bought = { paid: true, disputed: false, status: 'valid', refund_pending: false } as const;
  const back = { ...bought, status: 'refunded' } as const;
  const given = { ...bought, paid: false } as const;
  const goes = 'Your money goes back to the card it came from.';
  const hasGone = 'Your money has gone back to the card it came from.';
  it.each([
    ['that is to be refunded', [bought], goes],
    ['on its way back', [{ ...back, refund_pending: true }], goes],
    ['that is back', [back], hasGone],
    ['that went back before somebody came in free', [back, given], hasGone],
    ['of a second purchase', [back, bought], goes],
    ['that a bank asks for', [back, { ...bought, disputed: true }], null],
    ['of nobody', [given], null],
  ] as const)('%s', (_, tickets, sentence) => {
    expect(explainMoneyBack([...tickets])).toBe(sentence);
  });
});

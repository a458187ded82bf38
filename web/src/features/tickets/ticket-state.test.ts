import { describe, expect, it } from 'vitest';
import { explainMoneyBack, ticketStateOf } from './ticket-state.ts';

const end_time = '2026-11-21T22:00:00.000Z';
const before = Date.parse(end_time) - 1;
const after = Date.parse(end_time);

describe('the door page', () => {
  it('admits a valid ticket until the event has ended', () => {
    const ticket = { status: 'valid', refund_pending: false, event_status: 'published', end_time } as const;
    expect(ticketStateOf(ticket, before)).toMatchObject({ word: 'Valid', admits: true });
    expect(ticketStateOf(ticket, after)).toMatchObject({ word: 'Ended', admits: false });
  });

  it('does not admit a ticket for a cancelled event', () => {
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
  ] as const)(
    'does not admit a %s ticket with refund_pending %s and labels it “%s”',
    (status, refund_pending, word) => {
      for (const now of [before, after]) {
        const ticket = { status, refund_pending, event_status: 'published', end_time } as const;
        expect(ticketStateOf(ticket, now)).toMatchObject({ word, admits: false });
      }
    },
  );
});

describe('the note about the money for a cancelled event', () => {
  const bought = { paid: true, disputed: false, status: 'valid', refund_pending: false } as const;
  const back = { ...bought, status: 'refunded' } as const;
  const given = { ...bought, paid: false } as const;
  const goes = 'Your money goes back to the card it came from.';
  const hasGone = 'Your money has gone back to the card it came from.';
  it.each([
    ['a refund that is not requested yet', [bought], goes],
    ['a pending refund', [{ ...back, refund_pending: true }], goes],
    ['a refund that succeeded', [back], hasGone],
    ['a refund that succeeded before the buyer got a free ticket', [back, given], hasGone],
    ['a second purchase after a first refund', [back, bought], goes],
    ['a dispute', [back, { ...bought, disputed: true }], null],
    ['a free ticket', [given], null],
  ] as const)(
    'announces or confirms a refund, and is empty for disputes and free tickets: %s',
    (_, tickets, sentence) => {
      expect(explainMoneyBack([...tickets])).toBe(sentence);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { ticketStateOf } from './ticket-state.ts';

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

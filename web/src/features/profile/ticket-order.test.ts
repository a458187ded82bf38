import { describe, expect, it } from 'vitest';
import { splitTickets } from './ticket-order.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

const ticket = (name: string, day: string, status: Ticket['status'] = 'valid') => ({
  name,
  status,
  start_time: `2026-11-${day}T10:00:00.000Z`,
  end_time: `2026-11-${day}T14:00:00.000Z`,
});

describe('the profile', () => {
  it('lists valid and used tickets as current until their event has ended, soonest event first', () => {
    const { current } = splitTickets(
      [ticket('later', '25'), ticket('running', '21', 'used'), ticket('sooner', '22')],
      now,
    );
    expect(current.map(({ name }) => name)).toEqual(['running', 'sooner', 'later']);
  });

  it('lists cancelled, refunded and past tickets as earlier tickets, latest event first', () => {
    const { current, earlier } = splitTickets(
      [
        ticket('long ago', '01'),
        ticket('refunded', '30', 'refunded'),
        ticket('cancelled', '26', 'cancelled'),
        ticket('yesterday', '20', 'used'),
      ],
      now,
    );
    expect(current).toEqual([]);
    expect(earlier.map(({ name }) => name)).toEqual(['refunded', 'cancelled', 'yesterday', 'long ago']);
  });
});

import { describe, expect, it } from 'vitest';
import { decideEventAction } from './event-action.ts';
import type { FoyerEvent } from './events.api.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

const event: FoyerEvent = {
  id: 1,
  title: 'Late Light',
  description: null,
  location: null,
  category: 'Music',
  price: 12.5,
  start_time: '2026-11-22T18:00:00.000Z',
  end_time: '2026-11-22T21:00:00.000Z',
  max_attendees: 40,
  tickets_remaining: 10,
  event_img_url: null,
  status: 'published',
  is_public: true,
  is_past: false,
  team_id: 1,
  team_name: null,
  created_by: 1,
  creator_username: null,
  attendee_count: 30,
  event_type: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};

const free = { ...event, price: 0 };
const soldOut = { ...event, tickets_remaining: 0 };
const unpaid = { paid: false };
const paid = { paid: true };

describe('the one button of an event', () => {
  it.each([
    ['a past event', { ...event, is_past: true }, paid, 'ended'],
    ['a state that is not known yet', event, undefined, 'checking'],
    ['a free event', free, null, 'register'],
    ['a free event without a limit', { ...free, tickets_remaining: null }, null, 'register'],
    ['a free event one is registered for', free, unpaid, 'registered'],
    ['a paid event', event, null, 'buy'],
    ['a paid event whose seat is held', event, unpaid, 'complete'],
    ['a paid event whose ticket is paid', event, paid, 'purchased'],
    ['a sold-out event', soldOut, null, 'sold-out'],
    ['the last seat, held by oneself', soldOut, unpaid, 'complete'],
    ['a sold-out event one has paid for', soldOut, paid, 'purchased'],
    ['a sold-out free event one is registered for', { ...soldOut, price: null }, unpaid, 'registered'],
    ['a cancelled event', { ...event, status: 'cancelled' }, null, 'closed'],
    ['a draft', { ...event, status: 'draft' }, null, 'closed'],
    ['an event under way', { ...event, start_time: '2026-11-21T11:00:00.000Z' }, null, 'started'],
  ] as const)('%s', (_, given, standing, action) => {
    expect(decideEventAction(given, standing, now)).toBe(action);
  });
});

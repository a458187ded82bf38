import { describe, expect, it } from 'vitest';
import { decideEventAction } from './event-action.ts';
import type { FoyerEvent } from '../events.api.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

const event: FoyerEvent = {
  id: 1,
  title: 'Late Light',
  description: null,
  location: null,
  category: 'Music',
  price: 12.5,
  highest_price: 12.5,
  start_time: '2026-11-22T18:00:00.000Z',
  end_time: '2026-11-22T21:00:00.000Z',
  max_attendees: 40,
  tickets_remaining: 10,
  all_reserved: false,
  sales_paused: false,
  event_img_url: null,
  status: 'published',
  is_public: true,
  allows_transfers: true,
  asks_for_names: false,
  refund_days: null,
  picture_x: 50,
  picture_y: 50,
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
const begun: FoyerEvent = { ...event, start_time: '2026-11-21T11:00:00.000Z' };
const soldOut = { ...event, tickets_remaining: 0 };
const held = { hasPaid: false, hasTicket: false };
const ordered = { hasPaid: false, hasTicket: false, unpaidOrder: 'K7' };
const given = { hasPaid: false, hasTicket: true };
const paid = { hasPaid: true, hasTicket: true };

describe('the button of an event', () => {
  it.each([
    ['ended', 'a past event', { ...event, is_past: true }, paid],
    ['checking', 'a registration that is still loading', event, undefined],
    ['register', 'a free event', free, null],
    ['register', 'a free event without a limit', { ...free, tickets_remaining: null }, null],
    ['registered', 'a free event with a registration', free, given],
    ['register', 'a seat held for an event that has become free', free, held],
    ['register', 'the last seat, held for an event that has become free', { ...soldOut, price: 0 }, held],
    ['registered', 'a free event that the user paid for before', free, paid],
    ['buy', 'a paid event', event, null],
    ['complete', 'a paid event whose seat is held', event, held],
    ['complete', 'a free event with an unpaid order for its dearer tickets', free, ordered],
    [
      'complete',
      'a paid event with a paid ticket and an unpaid order',
      event,
      { ...paid, unpaidOrder: 'K7' },
    ],
    ['started', 'an event that started before its order was paid', begun, ordered],
    ['purchased', 'a paid event whose ticket is paid', event, paid],
    ['registered', 'a paid event with a complimentary ticket', event, given],
    ['sold-out', 'a sold-out event', soldOut, null],
    ['complete', 'a sold-out event whose last seat the user holds', soldOut, held],
    ['purchased', 'a sold-out event with a paid ticket', soldOut, paid],
    ['registered', 'a sold-out free event with a registration', { ...soldOut, price: null }, given],
    ['closed', 'a cancelled event', { ...event, status: 'cancelled' }, null],
    ['cancelled', 'a cancelled event with a paid ticket', { ...event, status: 'cancelled' }, paid],
    ['cancelled', 'a cancelled event with a held seat', { ...event, status: 'cancelled' }, held],
    ['cancelled', 'a cancelled free event with a registration', { ...free, status: 'cancelled' }, given],
    ['ended', 'a cancelled event that has ended', { ...event, status: 'cancelled', is_past: true }, paid],
    ['paused', 'an event whose sales are paused', { ...event, sales_paused: true }, null],
    ['paused', 'a sold-out event whose sales are paused', { ...soldOut, sales_paused: true }, null],
    ['complete', 'a held seat of an event whose sales are paused', { ...event, sales_paused: true }, held],
    ['started', 'an event that started while its sales were paused', { ...begun, sales_paused: true }, null],
    ['closed', 'a draft', { ...event, status: 'draft' }, null],
    ['started', 'an event that has started', begun, null],
  ] as const)('has the state “%s” for %s', (action, _, shown, standing) => {
    expect(decideEventAction(shown, standing, now)).toBe(action);
  });

  it('says “All reserved” only to people without a seat, and only if no place is left', () => {
    expect(decideEventAction({ ...soldOut, all_reserved: true }, null, now)).toBe('all-reserved');
    expect(decideEventAction({ ...soldOut, all_reserved: true }, held, now)).toBe('complete');
  });
});

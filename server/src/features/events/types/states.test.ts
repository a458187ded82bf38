import { describe, expect, it } from 'vitest';
import { countRemaining } from '../events.rules.ts';
import { findTypeState } from './types.rules.ts';

const now = new Date('2031-05-01T12:00:00Z');
const earlier = new Date('2031-05-01T11:00:00Z');
const later = new Date('2031-05-01T13:00:00Z');

const type = {
  quantity: null as number | null,
  sold: 0,
  sales_start: null as Date | null,
  sales_end: null as Date | null,
  min_per_order: 1,
  paused: false,
};

const event = {
  status: 'published' as 'draft' | 'published' | 'cancelled',
  start_time: later,
  max_attendees: null as number | null,
  seats_taken: 0,
};

const held = { ofType: 0, ofEvent: 0 };

interface Changes {
  type?: Partial<typeof type>;
  event?: Partial<typeof event>;
  held?: Partial<typeof held>;
}

const states: [state: string, when: string, changes: Changes][] = [
  ['on_sale', 'nothing limits it', {}],
  ['on_sale', 'its last ticket is left', { type: { quantity: 4, sold: 3 } }],
  ['on_sale', 'its sales start now', { type: { sales_start: now } }],
  [
    'on_sale',
    'its sales have started and have not ended',
    { type: { sales_start: earlier, sales_end: later } },
  ],
  ['not_yet', 'its sales start later', { type: { sales_start: later } }],
  [
    'not_yet',
    'its sales start later, although all its tickets are sold',
    { type: { sales_start: later, quantity: 1, sold: 1 } },
  ],
  ['not_yet', 'the event is a draft', { event: { status: 'draft' } }],
  ['ended', 'its sales end now', { type: { sales_end: now } }],
  ['ended', 'its sales have ended, although it is paused', { type: { sales_end: earlier, paused: true } }],
  ['ended', 'the event starts now', { event: { start_time: now } }],
  ['ended', 'the event is cancelled', { event: { status: 'cancelled' }, type: { sales_start: later } }],
  ['paused', 'it is paused', { type: { paused: true } }],
  ['paused', 'it is paused before its sales start', { type: { paused: true, sales_start: later } }],
  ['sold_out', 'all of its tickets are sold', { type: { quantity: 4, sold: 4 } }],
  [
    'sold_out',
    'the event is full',
    { event: { max_attendees: 9, seats_taken: 9 }, type: { quantity: 4, sold: 1 } },
  ],
  [
    'sold_out',
    'fewer tickets are left than an order must have',
    { type: { quantity: 4, sold: 3, min_per_order: 2 } },
  ],
  [
    'all_reserved',
    'all its tickets are taken, but one is only held',
    { type: { quantity: 4, sold: 4 }, held: { ofType: 1, ofEvent: 1 } },
  ],
  [
    'all_reserved',
    'a held ticket of another type takes the last place of the event',
    { event: { max_attendees: 9, seats_taken: 9 }, held: { ofEvent: 1 } },
  ],
  [
    'sold_out',
    'all its tickets are sold and only tickets of another type are held',
    { type: { quantity: 4, sold: 4 }, held: { ofEvent: 3 } },
  ],
  [
    'sold_out',
    'one of its tickets is held, but one ticket is not enough for an order',
    { type: { quantity: 4, sold: 4, min_per_order: 2 }, held: { ofType: 1, ofEvent: 1 } },
  ],
];

describe('a ticket type', () => {
  it.each(states)('is %s when %s', (state, _when, changes) => {
    expect(
      findTypeState(
        { ...type, ...changes.type },
        { ...event, ...changes.event },
        { ...held, ...changes.held },
        now,
      ),
    ).toBe(state);
  });
});

const remaining: [
  left: number | null,
  max_attendees: number | null,
  seats_taken: number,
  types_left: number | null,
][] = [
  [null, null, 7, null],
  [3, 10, 7, null],
  [0, 10, 12, null],
  [5, null, 7, 5],
  [3, 10, 7, 5],
  [2, 10, 7, 2],
];

describe('an event', () => {
  it.each(remaining)(
    'has %s places left with a capacity of %s, %s places taken and %s tickets left in its types (null: no limit)',
    (left, max_attendees, seats_taken, types_left) =>
      expect(countRemaining({ max_attendees, seats_taken, types_left })).toBe(left),
  );
});

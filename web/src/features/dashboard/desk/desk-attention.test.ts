import { describe, expect, it } from 'vitest';
import type { EventFigures } from './dashboard.desk.api.ts';
import { listAttention } from './desk-attention.ts';

const jazz: EventFigures = {
  id: 4,
  title: 'Late jazz',
  start_time: '2026-12-24T19:30:00.000Z',
  end_time: '2026-12-24T22:00:00.000Z',
  location: null,
  event_img_url: null,
  status: 'published',
  is_public: true,
  capacity: 80,
  sold: 12,
  held: 0,
  sold_out: false,
  admitted: 0,
  on_sale: true,
  opens_at: null,
  money: null,
};

const viewer = {
  mayEdit: true,
  openInvitations: 0,
  now: Date.parse('2026-11-21T12:00:00.000Z'),
  timeZone: 'Europe/London',
};

function list(event: Partial<EventFigures>, by: Partial<typeof viewer> = {}) {
  const events = [{ ...jazz, ...event }];
  return listAttention({ events, failing_refunds: [], next: null }, { ...viewer, ...by });
}

describe('what needs attention', () => {
  it('is nothing while tickets sell', () => {
    expect(list({})).toEqual([]);
  });

  it.each([
    [{ sold_out: true }, 'Late jazz on Dec 24, 2026 is sold out.', 'Add places'],
    [{ on_sale: false }, 'No tickets for Late jazz are on sale.', 'Open the sale'],
    [
      { on_sale: false, opens_at: '2026-12-01T09:00:00.000Z' },
      'The sale for Late jazz begins on Dec 1, 2026, 9:00 AM.',
      'Change the dates',
    ],
    [
      { start_time: '2026-11-22T19:30:00.000Z', end_time: '2026-11-22T22:00:00.000Z' },
      'Late jazz is tomorrow at 7:30 PM.',
      'See who comes',
    ],
  ] as const)('tells of an event with %j', (event, text, label) => {
    expect(list(event)).toMatchObject([{ text, action: { label } }]);
  });

  it('leaves it to the card of the next event to say that it is tomorrow', () => {
    const tomorrow = { ...jazz, start_time: '2026-11-22T19:30:00.000Z', sold_out: true };
    const next = { event_id: jazz.id, sales: { days: [], earlier: 0, types: [], sources: [] } };
    const found = listAttention({ events: [tomorrow], failing_refunds: [], next }, viewer);
    expect(found.map(({ text }) => text)).toEqual(['Late jazz on Nov 22, 2026 is sold out.']);
  });

  it('says nothing about events that have started or were cancelled', () => {
    expect(list({ status: 'cancelled', on_sale: false })).toEqual([]);
    expect(list({ start_time: '2026-11-21T11:00:00.000Z', on_sale: false })).toEqual([]);
  });

  it('does not call an event sold out while its last places are held for payment', () => {
    expect(list({ sold_out: true, held: 2 })).toEqual([]);
  });

  it('offers no button to members who cannot edit the event', () => {
    expect(list({ sold_out: true }, { mayEdit: false })).toMatchObject([{ action: null }]);
  });

  it('begins with refunds that fail, and ends with invitations', () => {
    const refund = { id: 31, event_id: 4, event_title: 'Late jazz', order_number: '7QK2M9XWTA', amount: 12 };
    const found = listAttention(
      {
        events: [{ ...jazz, sold_out: true }],
        failing_refunds: [refund, { ...refund, id: 32 }],
        next: null,
      },
      { ...viewer, openInvitations: 2 },
    );
    expect(found.map(({ text }) => text)).toEqual([
      'A refund of £12.00 for Late jazz failed. Foyer keeps trying.',
      'A refund of £12.00 for Late jazz failed. Foyer keeps trying.',
      'Late jazz on Dec 24, 2026 is sold out.',
      '2 invitations to the team have no answer yet.',
    ]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });
});

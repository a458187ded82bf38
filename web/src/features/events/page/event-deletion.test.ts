import { describe, expect, it } from 'vitest';
import { describeDeletion } from './event-deletion.ts';

const concert = {
  highest_price: 12,
  attendee_count: 3,
  status: 'published',
  is_past: false,
} as const;
const mail = 'All attendees are told by email.';
const refunds = 'Tickets that somebody paid for have to be refunded first.';

describe('the question before deleting an event', () => {
  it('says that attendees get an email and that paid tickets must be refunded first', () => {
    expect(describeDeletion(concert)).toBe(
      `${refunds} The event and its registrations will be gone. ${mail} This action cannot be undone.`,
    );
  });

  it.each([
    ['is over', { ...concert, is_past: true }],
    ['is cancelled', { ...concert, status: 'cancelled' }],
  ] as const)('promises no email about an event that %s', (_, event) => {
    expect(describeDeletion(event)).not.toContain(mail);
  });

  it('says nothing about refunds before a ticket is sold', () => {
    expect(describeDeletion({ ...concert, attendee_count: 0 })).not.toContain(refunds);
  });

  it.each([0, null])('says nothing about refunds when the price is %s', (highest_price) => {
    expect(describeDeletion({ ...concert, highest_price })).not.toContain(refunds);
  });
});

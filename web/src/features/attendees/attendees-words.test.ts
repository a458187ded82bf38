import { describe, expect, it } from 'vitest';
import { describeEnd, describeNobody, namePart, summariseAttendees } from './attendees-words.ts';

const upcoming = { status: 'published', is_past: false };
const ended = { status: 'published', is_past: true };
const cancelled = { status: 'cancelled', is_past: false };
const counts = { coming: 4, in: 1, awaited: 2, unpaid: 1, ended: 0, all: 4 };

describe('the line above the list of attendees', () => {
  it('says that an event has ended, and nothing of one to come', () => {
    expect(describeEnd(counts, ended)).toBe('This event has ended.');
    expect(describeEnd(counts, upcoming)).toBeNull();
  });

  it('says that nobody can be checked in to a cancelled event', () => {
    const words = 'This event was cancelled. Nobody can be checked in, and paid tickets are refunded.';
    expect(describeEnd({ ...counts, in: 0 }, cancelled)).toBe(words);
    expect(describeEnd(counts, { ...cancelled, is_past: true })).toBe(`${words} Checked in before: 1.`);
  });
});

describe('the list of attendees', () => {
  it('says how many attendees were found, and which of them the page shows', () => {
    expect(summariseAttendees(0, 0, 0)).toBe('0 attendees');
    expect(summariseAttendees(1, 0, 1)).toBe('Showing 1 to 1 of 1 attendee');
    expect(summariseAttendees(10_000, 9_950, 50)).toBe('Showing 9,951 to 10,000 of 10,000 attendees');
  });

  it('does not label attendees as "Coming" when the event is cancelled or has ended', () => {
    expect([upcoming, ended, cancelled].map((event) => namePart('coming', event))).toEqual([
      'Coming',
      'Registered',
      'Still registered',
    ]);
    expect([upcoming, ended, cancelled].map((event) => namePart('awaited', event))).toEqual([
      'Not checked in yet',
      'Not checked in',
      'Not checked in',
    ]);
  });

  it('says "Nobody has registered yet" only while people can still register', () => {
    expect(describeNobody(upcoming).title).toBe('Nobody has registered yet');
    expect(describeNobody(ended).hint).toBe('The event ended without any attendees.');
    expect(describeNobody(cancelled).hint).toBe('The event was cancelled before anybody registered.');
  });
});

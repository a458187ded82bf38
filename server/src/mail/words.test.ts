import { describe, expect, it } from 'vitest';
import { describeEvent, formatMoment, formatPrice, formatWhen, listDoors, writeName } from './words.ts';

const london = 'Europe/London';
const at = (time: string) => new Date(time);

describe('the text of a mail', () => {
  it.each([
    ['2026-11-21T19:30:00Z', '2026-11-21T22:00:00Z', 'Saturday, Nov 21, 2026, 7:30 PM to 10:00 PM GMT'],
    ['2026-09-05T11:00:00Z', '2026-09-05T11:30:00Z', 'Saturday, Sep 5, 2026, 12:00 PM to 12:30 PM BST'],
    [
      '2026-12-31T21:00:00Z',
      '2027-01-01T00:05:00Z',
      'Thursday, Dec 31, 2026, 9:00 PM to Friday, Jan 1, 2027, 12:05 AM GMT',
    ],
    [
      '2026-10-24T22:00:00Z',
      '2026-10-25T05:00:00Z',
      'Saturday, Oct 24, 2026, 11:00 PM BST to Sunday, Oct 25, 2026, 5:00 AM GMT',
    ],
  ])('writes the time from %s to %s as: %s', (start, end, words) => {
    expect(formatWhen(at(start), at(end), london)).toBe(words);
  });

  it("writes a moment in the site's time zone and names the zone", () => {
    expect(formatMoment(at('2026-11-21T23:30:00Z'), 'Asia/Tokyo')).toBe(
      'Sunday, Nov 22, 2026, 8:30 AM GMT+9',
    );
  });

  it.each([
    ['2026-11-21T19:30:00Z', 30, '7:00 PM'],
    ['2026-11-21T00:10:00Z', 30, 'Friday, Nov 20, 2026, 11:40 PM'],
  ])('for a start at %s, writes doors %i minutes before as: %s', (start, doors_minutes, value) => {
    expect(listDoors({ start_time: at(start), doors_minutes }, london)).toEqual([{ label: 'Doors', value }]);
  });

  it('names an event with its start and place, or without a place that nobody knows yet', () => {
    const event = { title: 'Harvest Concert', start_time: at('2031-07-04T18:30:00Z'), location: null };
    const said = 'Harvest Concert · Friday, Jul 4, 2031, 7:30 PM BST';
    expect(describeEvent(event, london)).toBe(said);
    expect(describeEvent({ ...event, location: 'The Maltings' }, london)).toBe(`${said} · The Maltings`);
  });

  it('leaves out the doors when the team did not say when they open', () => {
    expect(listDoors({ start_time: at('2026-11-21T19:30:00Z'), doors_minutes: null }, london)).toEqual([]);
  });

  it('writes a price in pounds, and a price of 0 as Free', () => {
    expect(formatPrice(1250)).toBe('£12.50');
    expect(formatPrice(164_420)).toBe('£1,644.20');
    expect(formatPrice(0)).toBe('Free');
  });
});

describe('the name of a person in a mail', () => {
  it('never becomes a link, and is cut at sixty characters', () => {
    expect(writeName('J. R. Vance')).toBe('J. R. Vance');
    expect(writeName('win.example/now')).toBe('win.\u200bexample/\u200bnow');
    expect(writeName('🎟'.repeat(61))).toBe(`${'🎟'.repeat(59)}…`);
  });
});

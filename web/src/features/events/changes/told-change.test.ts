import { describe, expect, it } from 'vitest';
import { describeNews, describeReaders, findToldChange } from './told-change.ts';

const before = {
  start_time: '2031-11-20T18:30',
  end_time: '2031-11-20T21:00',
  location: 'The Maltings',
  status: 'published',
} as const;
const at = { timeZone: 'UTC', now: Date.parse('2031-11-01T00:00:00Z') };

describe('the change that people with a ticket are told of', () => {
  it.each([
    ['the new time', { start_time: '2031-11-20T19:00' }],
    ['the new time', { end_time: '2031-11-20T22:00' }],
    ['the new place', { location: 'The Dome' }],
    ['the new time and place', { start_time: '2031-11-20T19:00', location: 'The Dome' }],
    [null, {}],
    [null, { location: ' The Maltings ' }],
    [null, { start_time: '2031-11-20T19:00', status: 'cancelled' }],
    [null, { start_time: '2031-10-20T19:00', end_time: '2031-10-20T21:00' }],
    [null, { end_time: '' }],
  ] as const)('is %s after %o', (change, values) => {
    expect(findToldChange(before, { ...before, ...values }, at)).toBe(change);
  });
});

describe('who gets the email about a change', () => {
  it('is counted for one event, and named for several', () => {
    const say = (count: number | undefined, inSeries = false) =>
      describeReaders('the new time', 'soon', { count, inSeries }).replace(/ about .*/, '');
    expect(say(1)).toBe('1 person with a ticket gets an email');
    expect(say(2)).toBe('2 people with a ticket get an email');
    expect(say(undefined)).toBe('Everybody with a ticket gets an email');
    expect(say(2, true)).toBe('Everybody with a ticket for one of these events gets an email');
  });

  it('is told after saving, if anybody has a ticket', () => {
    const say = (attendee_count: number, count: number | undefined, inSeries = false) =>
      describeNews(
        { event: { attendee_count }, before, after: { ...before, location: 'The Dome' }, timeZone: 'UTC' },
        { count, inSeries },
      );
    expect(say(2, 2)).toBe('2 people with a ticket get an email about the new place in a few minutes.');
    expect(say(2, undefined)).toMatch(/^Everybody with a ticket gets/);
    expect([say(0, undefined), say(1, 0)]).toEqual([null, null]);
    expect(say(0, undefined, true)).toMatch(/^Everybody with a ticket for one of these events gets/);
  });
});

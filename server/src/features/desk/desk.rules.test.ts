import { describe, expect, it } from 'vitest';
import type { EventFiguresRow } from './desk.queries.ts';
import { findFirstMonth, findNext } from './desk.rules.ts';

const start = Date.parse('2031-01-10T10:00:00Z');
const at = (hours: number) => new Date(start + hours * 3_600_000);

function makeRow(id: number, startsIn: number, status: EventFiguresRow['status'] = 'published') {
  return { id, start_time: at(startsIn), status } as EventFiguresRow;
}

describe('the event that the desk opens with', () => {
  const exhibition = makeRow(1, 24);
  const concert = makeRow(2, 72);
  const later = makeRow(3, 200);
  const coming = [exhibition, concert, later];

  it.each([
    ['the soonest', 0, exhibition],
    ['the one at whose door people arrive', 30, exhibition],
    ['the next one when an event runs for months', 48, concert],
    ['the one that has just begun', 73, concert],
    ['the next one half a day later', 100, later],
    ['one that runs when nothing else comes', 300, exhibition],
  ])('is %s', (_, hours, next) => {
    expect(findNext(coming, at(hours))).toBe(next);
  });

  it('is never a cancelled one', () => {
    expect(findNext([makeRow(1, 24, 'cancelled'), later], at(20))).toBe(later);
    expect(findNext([makeRow(1, 24, 'cancelled')], at(20))).toBeUndefined();
  });
});

describe('the months of money', () => {
  it("begin with a day of the site's time zone", () => {
    const asked = { now: new Date('2031-10-31T23:30:00Z'), timeZone: 'Europe/Berlin' };
    expect(findFirstMonth({ ...asked, months: 1 }).toISOString()).toBe('2031-10-31T23:00:00.000Z');
    expect(findFirstMonth({ ...asked, months: 12 }).toISOString()).toBe('2030-11-30T23:00:00.000Z');
  });
});

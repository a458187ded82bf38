import { describe, expect, it } from 'vitest';
import type { FoyerEvent } from '../events/events.api.ts';
import { shareOutEvents } from './landing-events.ts';

const events = (...ids: number[]) =>
  ids.map((id) => ({ id, description: 'Long', title: `Event ${id}` }) as FoyerEvent);
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('the sections of the landing page', () => {
  it('show no event twice', () => {
    const shown = shareOutEvents({
      first: events(1, 2, 3),
      weekend: events(2, 3, 4),
      free: events(1, 4, 5, 6, 7, 8, 9),
      newest: events(12, 5, 11, 4, 10, 13, 14, 15, 16),
    });
    expect(idsOf(shown.featured)).toEqual([1, 2, 3]);
    expect(idsOf(shown.weekend)).toEqual([4]);
    expect(idsOf(shown.free)).toEqual([5, 6, 7, 8]);
    expect(idsOf(shown.newest)).toEqual([12, 11, 10, 13]);
    expect(idsOf(shown.wall)).toEqual([14, 15, 16]);
    expect(shown.wall[0]).not.toHaveProperty('description');
  });

  it('show pictures on the wall, and different patterns before the same one twice', () => {
    const event = (id: number, category: string, event_img_url: string | null = null) =>
      ({ id, category, event_img_url }) as FoyerEvent;
    const newest = [
      ...events(1, 2, 3, 4),
      event(5, 'Art'),
      event(6, 'Art'),
      event(7, 'Art', 'https://example.org/7.png'),
      event(8, 'Music', '/uploads/events/8/page.webp'),
      event(9, 'Art', '/uploads/events/9/page.webp'),
    ];
    const wall = (count: number) =>
      idsOf(shareOutEvents({ first: [], weekend: [], free: [], newest: newest.slice(0, count) }).wall);
    expect(wall(9)).toEqual([8, 9, 5]);
    expect(wall(8)).toEqual([8, 5, 6]);
  });

  it('show an event once on the wall that is new and at the weekend', () => {
    const newest = events(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    const weekend = events(5, 6, 7, 8, 9, 10);
    const { wall } = shareOutEvents({ first: [], weekend, free: [], newest });
    expect(idsOf(wall)).toEqual([9, 10]);
  });

  it('show the first events on the wall too when there are not enough others', () => {
    const few = events(1, 2);
    const shown = shareOutEvents({ first: few, weekend: few, free: [], newest: few });
    expect(idsOf(shown.wall)).toEqual([1, 2]);
    expect([shown.weekend, shown.free, shown.newest]).toEqual([[], [], []]);
  });
});

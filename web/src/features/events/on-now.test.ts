import { describe, expect, it } from 'vitest';
import { isListedByEnd } from './browse/listed-by-end.ts';
import { isOnNow } from './on-now.ts';

const event = { start_time: '2026-11-21T19:00:00.000Z', end_time: '2026-11-24T22:00:00.000Z' };
const at = (time: string) => Date.parse(`2026-11-${time}:00.000Z`);

describe('an event', () => {
  it('is on from its start until its end', () => {
    expect(['21T18:59', '21T19:00', '24T21:59', '24T22:00'].map((time) => isOnNow(event, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is listed by its end when it has run for more than a day', () => {
    const isLong = (time: string) => isListedByEnd(event, at(time));
    expect(['22T19:00', '22T19:01', '24T22:00'].map(isLong)).toEqual([false, true, false]);
  });
});

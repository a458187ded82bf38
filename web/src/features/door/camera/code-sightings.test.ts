import { describe, expect, it } from 'vitest';
import { createSightings } from './code-sightings.ts';

function seeAll(sightings: (readonly [code: string, now: number, ready?: boolean])[]) {
  const see = createSightings();
  return sightings.map(([code, now, ready = true]) => see(code, now, ready));
}

describe('the camera at the door', () => {
  it('reports a code once while it stays in the picture, and again when it comes back', () => {
    expect(
      seeAll([
        ['a', 1000],
        ['a', 1200],
        ['a', 2600],
        ['b', 2700],
        ['a', 2800],
        ['a', 4299],
        ['a', 5800],
      ]),
    ).toEqual([true, false, false, true, true, false, true]);
  });

  it('waits until a ticket has been checked before it reports the next code', () => {
    expect(
      seeAll([
        ['a', 1000],
        ['a', 2000, false],
        ['b', 2100, false],
        ['b', 2200],
        ['b', 3000, false],
        ['b', 4000],
      ]),
    ).toEqual([true, false, false, true, false, false]);
  });
});

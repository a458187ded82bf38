import { describe, expect, it } from 'vitest';
import { isStillShown } from './use-volunteer-door.ts';

describe('a scan at the door of a volunteer', () => {
  const shown = { code: 'A1', at: 1000 };

  it('repeats the lost scan whose result is on the screen', () => {
    expect(isStillShown(shown, 'A1', 31_000)).toBe(true);
  });

  it('is a new scan after the result was closed, for another code, and after a minute', () => {
    expect(isStillShown(null, 'A1', 31_000)).toBe(false);
    expect(isStillShown(shown, 'B2', 31_000)).toBe(false);
    expect(isStillShown(shown, 'A1', 61_000)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { phaseOf, writeClock } from './hold-clock.ts';

describe('the countdown of a held order', () => {
  it('warns the buyer two minutes before the end', () => {
    expect([121, 120, 1, 0].map(phaseOf)).toEqual(['calm', 'ending', 'ending', 'over']);
  });

  it('shows minutes and seconds', () => {
    expect([1805, 65, 9].map(writeClock)).toEqual(['30:05', '1:05', '0:09']);
  });
});

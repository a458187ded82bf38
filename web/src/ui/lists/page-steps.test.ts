import { describe, expect, it } from 'vitest';
import { listPageSteps } from './page-steps.ts';

const shown = (page: number, totalPages: number) =>
  listPageSteps(page, totalPages).map((step) => (typeof step === 'number' ? step : '…'));

describe('the links to the pages of a list', () => {
  it('lead to every page when the list is short', () => {
    expect(shown(1, 1)).toEqual([1]);
    expect(shown(2, 3)).toEqual([1, 2, 3]);
  });

  it('lead to the first, the last, the current and the neighbouring pages when the list is long', () => {
    expect(shown(6, 12)).toEqual([1, '…', 5, 6, 7, '…', 12]);
    expect(shown(1, 12)).toEqual([1, 2, '…', 12]);
    expect(shown(12, 12)).toEqual([1, '…', 11, 12]);
  });

  it('show a gap even if only one page number is left out', () => {
    expect(shown(4, 7)).toEqual([1, '…', 3, 4, 5, '…', 7]);
    expect(shown(2, 4)).toEqual([1, 2, 3, 4]);
  });

  it('lead only to existing pages when the number of the current page is too high', () => {
    expect(shown(40, 3)).toEqual([1, '…', 3]);
  });
});

import { expect, it } from 'vitest';
import { listPageSteps } from './page-steps.ts';

const shown = (page: number, totalPages: number) =>
  listPageSteps(page, totalPages).map((step) => (typeof step === 'number' ? step : '…'));

it('a short list shows every page', () => {
  expect(shown(1, 1)).toEqual([1]);
  expect(shown(2, 3)).toEqual([1, 2, 3]);
});

it('a long list shows the ends, the current page and its neighbours, and ellipses between', () => {
  expect(shown(6, 12)).toEqual([1, '…', 5, 6, 7, '…', 12]);
  expect(shown(1, 12)).toEqual([1, 2, '…', 12]);
  expect(shown(12, 12)).toEqual([1, '…', 11, 12]);
});

it('an ellipsis stands also for a single page', () => {
  expect(shown(4, 7)).toEqual([1, '…', 3, 4, 5, '…', 7]);
  expect(shown(2, 4)).toEqual([1, 2, 3, 4]);
});

it('a page beyond the last one shows only pages that exist', () => {
  expect(shown(40, 3)).toEqual([1, '…', 3]);
});

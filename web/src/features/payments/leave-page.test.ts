import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveFor } from './leave-page.ts';

const url = 'https://pay.example/cs_test_1';
let page: EventTarget & { location: { assign: (url: string) => void } };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { location: { assign: vi.fn<(url: string) => void>() } });
  vi.stubGlobal('window', page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Leaves, and tells how far that came. */
function leave() {
  const state = { isBack: false };
  void leaveFor(url).then(() => {
    state.isBack = true;
  });
  return state;
}

it('whoever comes back with the back button is here again at once', async () => {
  const state = leave();
  expect(page.location.assign).toHaveBeenCalledExactlyOnceWith(url);
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.isBack).toBe(false);
  page.dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(0);
  expect(state.isBack).toBe(true);
});

it('whoever stopped the browser on its way is not kept waiting for ever', async () => {
  const state = leave();
  await vi.advanceTimersByTimeAsync(9999);
  expect(state.isBack).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isBack).toBe(true);
});

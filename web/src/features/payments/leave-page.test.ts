import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Leaves for the other page. `isBack` becomes true when the promise of `leaveFor` resolves. */
function leave() {
  const state = { isBack: false };
  void leaveFor(url).then(() => {
    state.isBack = true;
  });
  return state;
}

describe('the checkout', () => {
  it('stops waiting for the payment page as soon as the user comes back with the back button', async () => {
    const state = leave();
    expect(page.location.assign).toHaveBeenCalledExactlyOnceWith(url);
    await vi.advanceTimersByTimeAsync(1000);
    expect(state.isBack).toBe(false);
    page.dispatchEvent(new Event('pageshow'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state.isBack).toBe(true);
  });

  it('stops waiting for the payment page after ten seconds when this page does not load', async () => {
    const state = leave();
    await vi.advanceTimersByTimeAsync(9999);
    expect(state.isBack).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isBack).toBe(true);
  });
});

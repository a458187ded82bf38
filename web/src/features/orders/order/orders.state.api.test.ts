import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from '../../../api/fake-browser.ts';
import { orderStateQuery } from './orders.state.api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // On a server, queries are not repeated.
  environmentManager.setIsServer(() => false);
});

afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
  vi.unstubAllGlobals();
});

/** Counts the calls in the minute after the page was opened. */
async function countCalls(answer: () => Response): Promise<number> {
  const { calls } = installFakeBrowser(answer);
  const observer = new QueryObserver(new QueryClient(), {
    ...orderStateQuery('7QK2M9XWTA', 'cs_1'),
    retry: false,
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  return calls.length;
}

describe('the page of a buyer who paid in another browser', () => {
  it.each(['held', 'cancelled'])('asks again and again while the order is %s', async (status) => {
    expect(await countCalls(() => json(200, { status }))).toBeGreaterThan(10);
  });

  it('stops asking when the order is paid', async () => {
    expect(await countCalls(() => json(200, { status: 'confirmed' }))).toBe(1);
  });

  it.each([404, 503])('stops asking when the first answer is the error %d', async (status) => {
    expect(await countCalls(() => json(status, { code: 'order_not_found', msg: 'Not found' }))).toBe(1);
  });
});

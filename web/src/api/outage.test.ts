import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { CallError } from './call-error.ts';
import { json, installFakeBrowser } from './fake-browser.ts';
import { isOutage, onServerBack } from './outage.ts';
import { createQueryClient, refetchWhenServerIsBack } from './query-client.ts';

let isUp = false;
let browser: ReturnType<typeof installFakeBrowser>;

beforeEach(() => {
  vi.useFakeTimers();
  isUp = false;
  browser = installFakeBrowser((path) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return json(200, path === '/api/ready' ? { status: 'ok' } : { categories: [{ id: 1, name: 'Art' }] });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readyCalls = () => browser.calls.filter(({ path }) => path === '/api/ready').length;

describe('the watch for outages', () => {
  it('counts a missing response and a 503 as an outage, but not a refused call or a 500', () => {
    expect(isOutage(new CallError(0, { code: 'unreachable', msg: 'Gone' }))).toBe(true);
    expect(isOutage(new CallError(503, { code: 'unavailable', msg: 'Busy' }))).toBe(true);
    expect(isOutage(new CallError(500, { code: 'internal_error', msg: 'A fault' }))).toBe(false);
    expect(isOutage(new CallError(404, { code: 'event_not_found', msg: 'Event not found' }))).toBe(false);
    expect(isOutage(new TypeError('a fault of ours'))).toBe(false);
  });

  it('tells its listener once that the server is ready again, and then stops asking the server', async () => {
    const told = vi.fn<() => void>();
    const gaveUp = vi.fn<() => void>();
    onServerBack(told);
    onServerBack(gaveUp)();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(readyCalls()).toBe(3);
    expect(told).not.toHaveBeenCalled();
    isUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toHaveBeenCalledOnce();
    expect(gaveUp).not.toHaveBeenCalled();
    expect(readyCalls()).toBe(4);
  });

  it('repeats a query that failed during an outage as soon as the server is ready again', async () => {
    const queryClient = createQueryClient();
    refetchWhenServerIsBack(queryClient);
    const observer = new QueryObserver(queryClient, {
      queryKey: ['categories'],
      queryFn: () => api('GET /events/categories', { anonymous: true }),
      retry: false,
    });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(9000);
    expect(observer.getCurrentResult().isError).toBe(true);
    isUp = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(observer.getCurrentResult().data).toEqual({ categories: [{ id: 1, name: 'Art' }] });
    stop();
    queryClient.clear();
  });
});

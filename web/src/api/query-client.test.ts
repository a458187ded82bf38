import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { installFakeBrowser, json } from './fake-browser.ts';
import { watchWindowFocus } from './query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the query client', () => {
  it('loads a query again when the window gets the focus, even if the window was visible before', async () => {
    const browser = installFakeBrowser(() => json(200, {}));
    watchWindowFocus();
    const queryClient = new QueryClient();
    queryClient.mount();
    const readStatus = vi.fn<() => Promise<string>>(async () => 'paid');
    const observer = new QueryObserver(queryClient, {
      queryKey: ['ticket-status'],
      queryFn: readStatus,
      refetchOnWindowFocus: 'always',
    });
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    browser.focus();
    await vi.waitFor(() => expect(readStatus).toHaveBeenCalledTimes(2));
    stop();
    queryClient.unmount();
  });
});

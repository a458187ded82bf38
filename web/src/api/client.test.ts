import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { CallError } from './call-error.ts';
import { json, installFakeBrowser } from './fake-browser.ts';

const refreshPath = '/api/auth/refresh-token';
const refused = () =>
  json(401, { status: 'error', code: 'invalid_token', msg: 'Unauthorized - Invalid token' });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Installs a fake server that accepts only the access token `fresh`, and exchanges the refresh token `good` for it. */
function installBrowserWithExpiredToken(refreshToken: string) {
  const browser = installFakeBrowser(async (path, init) => {
    if (path === refreshPath) {
      // The fake server waits, so that all callers ask for a refresh before the first caller gets an answer.
      await new Promise(setImmediate);
      const sent = JSON.parse(init.body as string) as { refreshToken: string };
      return sent.refreshToken === 'good'
        ? json(200, { status: 'success', data: { accessToken: 'fresh', refreshToken: 'next' } })
        : json(401, { status: 'error', code: 'invalid_refresh_token', msg: 'Invalid refresh token' });
    }
    return tokenOf(init) === 'Bearer fresh' ? json(200, { events: [] }) : refused();
  });
  browser.localStorage.setItem('token', 'stale');
  browser.localStorage.setItem('refreshToken', refreshToken);
  browser.localStorage.setItem('userData', '{"id":7}');
  return browser;
}

function tokenOf(init: RequestInit): string | null {
  return new Headers(init.headers).get('authorization');
}

const countRefreshes = (browser: ReturnType<typeof installFakeBrowser>) =>
  browser.calls.filter((call) => call.path === refreshPath).length;

describe('an API call', () => {
  it('puts its input into the path and the query, and leaves out undefined values', async () => {
    const browser = installFakeBrowser(() => json(200, { events: [], total_events: 0, total_pages: 0 }));
    await api('GET /events', { query: { sort_by: 'price', order: 'desc', category: undefined, q: 'a&b' } });
    await api('GET /events/:id', { params: { id: 12 } });
    expect(browser.calls.map((call) => call.path)).toEqual([
      '/api/events?sort_by=price&order=desc&q=a%26b',
      '/api/events/12',
    ]);
  });

  it('sends JSON with the access token, and lets the browser set the content type of a form', async () => {
    const browser = installFakeBrowser(() => json(201, { status: 'success' }));
    browser.localStorage.setItem('token', 'mine');
    await api('POST /events/:id/register', { params: { id: 1 }, body: { user_id: 7 } });
    const form = new FormData();
    await api('PATCH /events/:id', { params: { id: 1 }, form });
    const [registered, changed] = browser.calls.map((call) => call.init);
    expect(registered).toMatchObject({ method: 'POST', body: '{"user_id":7}' });
    expect(new Headers(registered?.headers).get('content-type')).toBe('application/json');
    expect(tokenOf(registered ?? {})).toBe('Bearer mine');
    expect(changed?.body).toBe(form);
    expect(new Headers(changed?.headers).has('content-type')).toBe(false);
  });

  it('sends no access token when it is anonymous', async () => {
    const browser = installFakeBrowser(() => json(200, { categories: [] }));
    browser.localStorage.setItem('token', 'mine');
    await api('GET /events/categories', { anonymous: true });
    expect(tokenOf(browser.calls[0]?.init ?? {})).toBeNull();
  });

  it('returns undefined for a response without a body', async () => {
    installFakeBrowser(() => new Response(null, { status: 204 }));
    expect(await api('DELETE /events/:id', { params: { id: 1 } })).toBeUndefined();
  });

  it('throws an error with the details that the server sent when it refused the call', async () => {
    const errors = [{ field: 'title', message: 'Title is required' }];
    installFakeBrowser(() =>
      json(400, { status: 'error', code: 'validation_failed', msg: 'Not valid', errors }),
    );
    const failure = await api('GET /events/categories').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ status: 400, code: 'validation_failed', msg: 'Not valid', errors });
  });

  it('throws a readable message when the server is down or its response cannot be read', async () => {
    installFakeBrowser(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(api('GET /events/categories')).rejects.toMatchObject({
      status: 0,
      msg: 'Foyer cannot be reached. Check your connection and try again.',
    });
    installFakeBrowser(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(api('GET /events/categories')).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });

  it('gives up after 60 seconds, because a host may need 45 seconds to start', async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), milliseconds);
      return controller.signal;
    });
    installFakeBrowser(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const ended = vi.fn<() => void>();
    const failure = api('GET /events/categories').catch((error: unknown) => error);
    void failure.then(() => ended());
    await vi.advanceTimersByTimeAsync(45_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await failure).toMatchObject({
      status: 0,
      msg: 'Foyer took too long to answer. Check your connection and try again.',
    });
  });

  it('throws the abort reason when its caller cancels it', async () => {
    const controller = new AbortController();
    installFakeBrowser(async (_, { signal }) => {
      controller.abort();
      throw signal?.reason as Error;
    });
    await expect(api('GET /events/categories', { signal: controller.signal })).rejects.toBe(
      controller.signal.reason,
    );
  });
});

describe('a read after a write', () => {
  const cacheControl = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('cache-control');

  it('asks the server for an answer that is not from its memory, for a few seconds', async () => {
    vi.useFakeTimers();
    // The tests above have written too.
    vi.advanceTimersByTime(60_000);
    const browser = installFakeBrowser(() => json(200, {}));
    await api('GET /events/categories', { anonymous: true });
    await api('POST /events/:id/register', { params: { id: 1 }, body: {} });
    await api('GET /events/categories', { anonymous: true });
    vi.advanceTimersByTime(3000);
    await api('GET /events/categories', { anonymous: true });
    expect(browser.calls.map(cacheControl)).toEqual([null, null, 'no-cache', null]);
  });

  it('asks for one also when the write failed, because the change may have been made', async () => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(120_000);
    const browser = installFakeBrowser((_, { method }) => {
      if (method === 'POST') throw new TypeError('Failed to fetch');
      return json(200, {});
    });
    await api('POST /events/:id/register', { params: { id: 1 }, body: {} }).catch(() => {});
    await api('GET /events/categories', { anonymous: true });
    expect(browser.calls.map(cacheControl)).toEqual([null, 'no-cache']);
  });
});

describe('an expired access token', () => {
  it('is refreshed once for all waiting calls, and each call is then repeated', async () => {
    const browser = installBrowserWithExpiredToken('good');
    await Promise.all([1, 2, 3].map((id) => api('GET /events/team/:teamId', { params: { teamId: id } })));
    expect(countRefreshes(browser)).toBe(1);
    expect(browser.localStorage.getItem('token')).toBe('fresh');
    expect(browser.localStorage.getItem('refreshToken')).toBe('next');
  });

  it('is not refreshed again when another tab has just refreshed it', async () => {
    const browser = installBrowserWithExpiredToken('good');
    const call = api('GET /events/draft');
    browser.localStorage.setItem('token', 'fresh');
    await call;
    expect(countRefreshes(browser)).toBe(0);
  });

  it('ends the session when the server refuses to refresh it', async () => {
    const browser = installBrowserWithExpiredToken('stolen');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    for (const key of ['token', 'refreshToken', 'userData']) {
      expect(browser.localStorage.getItem(key)).toBeNull();
    }
  });

  it('is refreshed at most once for each call, even when the server refuses the new token too', async () => {
    const browser = installFakeBrowser((path) =>
      path === refreshPath
        ? json(200, { status: 'success', data: { accessToken: 'useless', refreshToken: 'next' } })
        : refused(),
    );
    browser.localStorage.setItem('token', 'stale');
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 401 });
    expect(browser.calls).toHaveLength(3);
  });

  it('does not end the session when the server is too busy to refresh it', async () => {
    const browser = installFakeBrowser((path) =>
      path === refreshPath ? json(503, { status: 'error', code: 'unavailable', msg: 'Busy' }) : refused(),
    );
    browser.localStorage.setItem('token', 'stale');
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 503 });
    expect(browser.localStorage.getItem('refreshToken')).toBe('good');
  });

  it('is refreshed for GET /auth/sessions too', async () => {
    const browser = installBrowserWithExpiredToken('good');
    await expect(api('GET /auth/sessions')).resolves.toEqual({ events: [] });
    expect(countRefreshes(browser)).toBe(1);
  });

  it('is not refreshed after a refused login', async () => {
    const browser = installFakeBrowser(() =>
      json(401, { status: 'error', code: 'invalid_credentials', msg: 'Invalid username or password' }),
    );
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('POST /auth/login', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(browser.calls).toHaveLength(1);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { CallError } from './call-error.ts';
import { json, openFakeBrowser } from './fake-browser.ts';

const refreshPath = '/api/auth/refresh-token';
const refused = () =>
  json(401, { status: 'error', code: 'invalid_token', msg: 'Unauthorized - Invalid token' });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A server that accepts only the token `fresh`, and gives it for the refresh token `good`. */
function openBrowserWithExpiredToken(refreshToken: string) {
  const browser = openFakeBrowser(async (path, init) => {
    if (path === refreshPath) {
      // Later than whatever the callers do at once.
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

const refreshesOf = (browser: ReturnType<typeof openFakeBrowser>) =>
  browser.calls.filter((call) => call.path === refreshPath).length;

describe('a call', () => {
  it('fills its path, writes its query and leaves out what is not given', async () => {
    const browser = openFakeBrowser(() => json(200, { events: [], total_events: 0, total_pages: 0 }));
    await api('GET /events', { query: { sort_by: 'price', order: 'desc', category: undefined, q: 'a&b' } });
    await api('GET /events/:id', { params: { id: 12 } });
    expect(browser.calls.map((call) => call.path)).toEqual([
      '/api/events?sort_by=price&order=desc&q=a%26b',
      '/api/events/12',
    ]);
  });

  it('sends JSON with the token, and a form as the browser writes it', async () => {
    const browser = openFakeBrowser(() => json(201, { status: 'success' }));
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

  it('that is anonymous leaves the token at home', async () => {
    const browser = openFakeBrowser(() => json(200, { categories: [] }));
    browser.localStorage.setItem('token', 'mine');
    await api('GET /events/categories', { anonymous: true });
    expect(tokenOf(browser.calls[0]?.init ?? {})).toBeNull();
  });

  it('that is answered without a body gives nothing', async () => {
    openFakeBrowser(() => new Response(null, { status: 204 }));
    expect(await api('DELETE /events/:id', { params: { id: 1 } })).toBeUndefined();
  });

  it('that is refused throws what the server said', async () => {
    const errors = [{ field: 'title', message: 'Title is required' }];
    openFakeBrowser(() =>
      json(400, { status: 'error', code: 'validation_failed', msg: 'Not valid', errors }),
    );
    const failure = await api('GET /events/categories').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ status: 400, code: 'validation_failed', msg: 'Not valid', errors });
  });

  it('that finds no server, or an answer nobody can read, says so for people', async () => {
    openFakeBrowser(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(api('GET /events/categories')).rejects.toMatchObject({
      status: 0,
      msg: 'Foyer cannot be reached. Check your connection and try again.',
    });
    openFakeBrowser(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(api('GET /events/categories')).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });

  it('that is never answered ends in words, but not before the 45 seconds that a host may need to wake up', async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), milliseconds);
      return controller.signal;
    });
    openFakeBrowser(
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

  it('that the caller gives up fails as the caller wanted', async () => {
    const controller = new AbortController();
    openFakeBrowser(async (_, { signal }) => {
      controller.abort();
      throw signal?.reason as Error;
    });
    await expect(api('GET /events/categories', { signal: controller.signal })).rejects.toBe(
      controller.signal.reason,
    );
  });
});

describe('an expired token', () => {
  it('is renewed once for all calls that wait, and each is repeated', async () => {
    const browser = openBrowserWithExpiredToken('good');
    await Promise.all([1, 2, 3].map((id) => api('GET /events/team/:teamId', { params: { teamId: id } })));
    expect(refreshesOf(browser)).toBe(1);
    expect(browser.localStorage.getItem('token')).toBe('fresh');
    expect(browser.localStorage.getItem('refreshToken')).toBe('next');
  });

  it('that another tab has renewed meanwhile is not renewed again', async () => {
    const browser = openBrowserWithExpiredToken('good');
    const call = api('GET /events/draft');
    browser.localStorage.setItem('token', 'fresh');
    await call;
    expect(refreshesOf(browser)).toBe(0);
  });

  it('that cannot be renewed ends the session, and the call fails as it was refused', async () => {
    const browser = openBrowserWithExpiredToken('stolen');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    for (const key of ['token', 'refreshToken', 'userData']) {
      expect(browser.localStorage.getItem(key)).toBeNull();
    }
  });

  it('is tried only once more', async () => {
    const browser = openFakeBrowser((path) =>
      path === refreshPath
        ? json(200, { status: 'success', data: { accessToken: 'useless', refreshToken: 'next' } })
        : refused(),
    );
    browser.localStorage.setItem('token', 'stale');
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 401 });
    expect(browser.calls).toHaveLength(3);
  });

  it('keeps the session when the server only cannot answer', async () => {
    const browser = openFakeBrowser((path) =>
      path === refreshPath ? json(503, { status: 'error', code: 'unavailable', msg: 'Busy' }) : refused(),
    );
    browser.localStorage.setItem('token', 'stale');
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('GET /events/draft')).rejects.toMatchObject({ status: 503 });
    expect(browser.localStorage.getItem('refreshToken')).toBe('good');
  });

  it('is not renewed for a refused login', async () => {
    const browser = openFakeBrowser(() =>
      json(401, { status: 'error', code: 'invalid_credentials', msg: 'Invalid username or password' }),
    );
    browser.localStorage.setItem('refreshToken', 'good');
    await expect(api('POST /auth/login', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(browser.calls).toHaveLength(1);
  });
});

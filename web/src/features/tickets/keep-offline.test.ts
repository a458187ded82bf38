import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// Load these modules before the tests, so that the first test need not wait for them.
import '../../ui/overlays/dialog.tsx';
import './door-ticket.tsx';
import './qr-code.tsx';
import { offlineCacheName } from '../../api/offline-answers.ts';
import { keepTicketsOffline } from './keep-offline.ts';

const origin = 'https://foyer.example';
const { locks } = navigator;
const common = ['/favicon.svg', '/assets/text.woff2'];
const running = ['/assets/entry-1.js', '/assets/part-1.js', '/assets/qr-code-1.js'];
let served: Map<string, string>;
/** The cached files by path. */
let kept: Map<string, string>;
/** Whether the cache exists. Signing out deletes the cache. */
let hasCache: boolean;
/** Reports files that the page has loaded to the observer, which the first call of `keepTicketsOffline` creates. */
let reportLoaded: (paths: string[]) => void;
let isObserving: boolean;
/** The paths of all files that the page has asked the server for. */
let requests: string[];

const listEntries = (paths: string[]) =>
  paths.map((path) => ({ name: `${origin}${path}` })) as PerformanceEntryList;

class Observer {
  constructor(onEntries: (entries: { getEntries(): PerformanceEntryList }) => void) {
    isObserving = true;
    reportLoaded = (paths) => onEntries({ getEntries: () => listEntries(paths) });
  }
  observe() {}
  disconnect() {
    isObserving = false;
  }
}

const writePage = (build: number) =>
  `<script data-modules="/assets/entry-${build}.js /assets/part-${build}.js">boot()</script>
  <style>@font-face { src: url(/assets/rare.woff2) }</style><link rel="preload" href="/assets/text.woff2">`;

beforeEach(() => {
  served = new Map([
    ['/profile', writePage(1)],
    ...[...common, ...running].map((path) => [path, path] as const),
  ]);
  kept = new Map();
  requests = [];
  const find = async (path: string) => {
    requests.push(path);
    const body = served.get(path);
    return new Response(body ?? 'nothing', { status: body === undefined ? 404 : 200 });
  };
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `${origin}${path}` })),
    addAll: async (paths: string[]) => {
      const answers = await Promise.all(paths.map(find));
      if (!answers.every(({ ok }) => ok)) throw new TypeError('Failed to fetch');
      await Promise.all(
        answers.map(async (answer, index) => kept.set(paths[index] ?? '', await answer.text())),
      );
    },
    put: async (path: string, answer: Response) => kept.set(path, await answer.text()),
    delete: async (path: string) => kept.delete(path),
  };
  vi.stubEnv('PROD', true);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('window', { localStorage: { getItem: () => 'a token' } });
  const serviceWorker = { register: async () => undefined, ready: Promise.resolve() };
  vi.stubGlobal('navigator', { serviceWorker, locks });
  hasCache = true;
  vi.stubGlobal('caches', {
    open: async () => cache,
    has: async () => hasCache,
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      cacheName === offlineCacheName && kept.has(path) ? new Response(kept.get(path)) : undefined,
  });
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.stubGlobal('fetch', find);
  const loaded = listEntries([...common, ...running, '/api/events']);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(loaded);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the copy of the profile for offline use', () => {
  it('has the profile page with all its loaded files, and no files of older versions', async () => {
    kept.set('/profile', writePage(0)).set('/assets/entry-0.js', '').set('/assets/text.woff2', 'as before');
    await keepTicketsOffline();
    expect([...kept.keys()].toSorted()).toEqual(['/profile', ...common, ...running].toSorted());
    expect(kept.get('/profile')).toBe(writePage(1));
    expect(kept.get('/assets/text.woff2')).toBe('as before');
  });

  it('gets the files that the page loads later, until the user signs out', async () => {
    for (const path of ['/assets/menu-1.js', '/assets/form-1.js']) served.set(path, path);
    await keepTicketsOffline();
    reportLoaded(['/assets/menu-1.js', '/assets/text.woff2', '/api/events']);
    await vi.waitFor(() => expect(kept.has('/assets/menu-1.js')).toBe(true));
    expect(kept.has('/api/events')).toBe(false);
    hasCache = false;
    const before = new Map(kept);
    reportLoaded(['/assets/form-1.js']);
    await vi.waitFor(() => expect(isObserving).toBe(false));
    expect(kept).toEqual(before);
  });

  it('gets the files that arrive when another one is missing, and asks only once for that one', async () => {
    await keepTicketsOffline();
    const before = requests.length;
    served.set('/assets/menu-1.js', 'a menu').set('/assets/form-1.js', 'a form');
    reportLoaded(['/assets/gone-1.js', '/assets/menu-1.js']);
    await vi.waitFor(() => expect(kept.get('/assets/menu-1.js')).toBe('a menu'));
    reportLoaded(['/assets/gone-1.js', '/assets/menu-1.js', '/assets/form-1.js']);
    await vi.waitFor(() => expect(kept.get('/assets/form-1.js')).toBe('a form'));
    expect(requests.slice(before)).toEqual(['/assets/gone-1.js', '/assets/menu-1.js', '/assets/form-1.js']);
  });

  it('does not make signing out wait for a file that is slow to arrive', async () => {
    await keepTicketsOffline();
    let body: ReadableStreamDefaultController | undefined;
    const slow = new Response(new ReadableStream({ start: (controller) => void (body = controller) }));
    const fetchSlowly = vi.fn<typeof fetch>(async () => slow);
    vi.stubGlobal('fetch', fetchSlowly);
    reportLoaded(['/assets/slow-1.js']);
    await vi.waitFor(() => expect(fetchSlowly).toHaveBeenCalled());
    await new Promise(setImmediate);
    const isFree = await locks.request(offlineCacheName, { ifAvailable: true }, (lock) => {
      if (lock) hasCache = false;
      return lock !== null;
    });
    body?.close();
    await vi.waitFor(() => expect(isObserving).toBe(false));
    expect(isFree).toBe(true);
    expect(kept.has('/assets/slow-1.js')).toBe(false);
  });

  it('is not stored when the user signs out while the service worker registers', async () => {
    const register = async () => vi.stubGlobal('window', { localStorage: { getItem: () => null } });
    vi.stubGlobal('navigator', { locks, serviceWorker: { register, ready: Promise.resolve() } });
    await keepTicketsOffline();
    expect(kept).toEqual(new Map());
  });

  it('is not replaced after a deploy, because the new page needs files that the browser has not loaded', async () => {
    await keepTicketsOffline();
    const before = new Map(kept);
    served.set('/profile', writePage(2));
    for (const path of running) served.delete(path);
    await keepTicketsOffline();
    expect(kept).toEqual(before);
  });

  it('is not replaced when the network fails while the new copy is being stored', async () => {
    kept.set('/profile', writePage(0)).set('/assets/entry-0.js', '');
    const before = new Map(kept);
    served.delete('/assets/part-1.js');
    await expect(keepTicketsOffline()).rejects.toThrow('Failed to fetch');
    expect(kept).toEqual(before);
  });
});

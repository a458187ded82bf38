import { vi } from 'vitest';

/**
 * Replaces the global `window` and `document` with a small fake browser. Tests can read the fake browser's
 * storage and API calls, and trigger its events. `vi.unstubAllGlobals()` removes the fake browser.
 * @param answer returns the server's response to each API call
 */
export function installFakeBrowser(
  answer: (path: string, init: RequestInit) => Response | Promise<Response>,
) {
  const localStorage = new FakeStorage();
  const listeners = new Map<string, Set<(event: object) => void>>();
  const listenersTo = (type: string) => {
    const known = listeners.get(type) ?? new Set();
    listeners.set(type, known);
    return known;
  };
  const dispatch = (type: string, event: object) => {
    for (const listener of listenersTo(type)) listener(event);
  };
  const calls: { path: string; init: RequestInit }[] = [];
  const window = {
    localStorage,
    addEventListener: (type: string, listener: (event: object) => void) => listenersTo(type).add(listener),
    removeEventListener: (type: string, listener: (event: object) => void) =>
      listenersTo(type).delete(listener),
    fetch: async (path: string, init: RequestInit) => {
      calls.push({ path, init });
      return answer(path, init);
    },
  };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } });
  return {
    localStorage,
    calls,
    /** Changes the storage as if another tab of the same site had done so. */
    changeInOtherTab(key: string, value: string | null) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      dispatch('storage', { key });
    },
    /** Fires `pageshow`. `persisted` says whether the browser had kept the page in memory. */
    show: (event: { persisted: boolean }) => dispatch('pageshow', event),
    /** Fires `focus`, as for a window that was visible all the time and now gets the focus. */
    focus: () => dispatch('focus', {}),
  };
}

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** A stand-in for the browser's storage. As in the browser, `Object.keys` lists the stored keys. */
export class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

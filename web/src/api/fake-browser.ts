import { vi } from 'vitest';

/** A browser's storage, events and fetch, for tests of what runs before any component does. */
export function openFakeBrowser(answer: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const localStorage = createStorage();
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
    /** What the other tabs of the same origin cause here. */
    changeInOtherTab(key: string, value: string | null) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      dispatch('storage', { key });
    },
    /** The page is shown: for the first time, or again as it was left. */
    show: (event: { persisted: boolean }) => dispatch('pageshow', event),
  };
}

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function createStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

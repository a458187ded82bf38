import { vi } from 'vitest';

/**
 * Test aid: replaces the global `window` and `document` with a small stand-in whose storage, events and calls a test can
 * read and cause. Undo it with `vi.unstubAllGlobals()`.
 * @param answer what the server answers to each call
 */
export function installFakeBrowser(
  answer: (path: string, init: RequestInit) => Response | Promise<Response>,
) {
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
    /** Changes the storage as another tab of the same site does. */
    changeInOtherTab(key: string, value: string | null) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      dispatch('storage', { key });
    },
    /** Shows the page. `persisted` means that the browser kept it in memory while another page was open. */
    show: (event: { persisted: boolean }) => dispatch('pageshow', event),
    /** Gives the window the focus. It was visible before. */
    focus: () => dispatch('focus', {}),
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

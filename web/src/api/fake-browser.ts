import { vi } from 'vitest';

/** A browser's storage, events and fetch, for tests of what runs before any component does. */
export function openFakeBrowser(answer: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const localStorage = createStorage();
  const listeners = new Set<(event: Partial<StorageEvent>) => void>();
  const calls: { path: string; init: RequestInit }[] = [];
  const window = {
    localStorage,
    addEventListener: (_: string, listener: (event: Partial<StorageEvent>) => void) =>
      listeners.add(listener),
    removeEventListener: (_: string, listener: (event: Partial<StorageEvent>) => void) =>
      listeners.delete(listener),
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
      for (const listener of listeners) listener({ key });
    },
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

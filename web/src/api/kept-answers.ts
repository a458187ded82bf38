// Answers that somebody needs where there is no network, kept in this browser as long as they are signed in.

export interface KeptAnswer<T> {
  answer: T;
  /** When it was given, in milliseconds since 1970. */
  at: number;
}

const prefix = 'kept:';

/** Where the files of the pages that open without a network lie; public/offline.js reads the same name. */
export const offlineCache = 'foyer-offline';

export function keepAnswer(userId: number, name: string, answer: unknown): void {
  const kept: KeptAnswer<unknown> = { answer, at: Date.now() };
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(kept));
  } catch {
    // A full or forbidden store costs the copy, not the answer.
  }
}

export function findKeptAnswer<T>(userId: number, name: string): KeptAnswer<T> | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? 'null') as KeptAnswer<T> | null;
    return typeof kept?.at === 'number' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Clears away what was kept for anybody but this user; for nobody, also the pages that open without a network. */
export function forgetAnswersOfOthers(userId: number | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`)) localStorage.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
  if (userId === undefined) void forgetPages();
}

async function forgetPages(): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(offlineCache))) return;
  await caches.delete(offlineCache);
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function keyOf(userId: number, name: string): string {
  return `${prefix}${userId}:${name}`;
}

// Saves API responses that users need without a network connection, such as their tickets at the door. The
// responses stay in this browser until the session ends.

export interface OfflineAnswer<T> {
  answer: T;
  /** When the server sent the response, in milliseconds since 1970. */
  at: number;
}

const prefix = 'kept:';

/**
 * The name of the browser cache that keeps pages for use without a network, and of the lock that protects this cache.
 * public/offline.js uses the same name.
 */
export const offlineCacheName = 'foyer-offline';

export function saveOfflineAnswer(userId: number, name: string, answer: unknown): void {
  const saved: OfflineAnswer<unknown> = { answer, at: Date.now() };
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(saved));
  } catch {
    // The browser's storage may be full or forbidden. With a network connection, the page works without the saved copy.
  }
}

export function findOfflineAnswer<T>(userId: number, name: string): OfflineAnswer<T> | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? 'null') as OfflineAnswer<T> | null;
    return typeof saved?.at === 'number' ? saved : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the saved responses of all other users. When nobody is signed in, also deletes the offline pages. */
export function deleteOfflineAnswers({ exceptUserId }: { exceptUserId: number | undefined }): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId}:`)) {
        localStorage.removeItem(key);
        deleteDoorLists(key);
      }
    }
  } catch {
    // Storage is forbidden, so there are no saved responses to delete.
  }
  if (exceptUserId === undefined) void deleteOfflinePages();
}

/** A door keeps its list of guests in a database of the account. The entry in `localStorage` says that there is one. */
function deleteDoorLists(key: string): void {
  const userId = /^kept:(\d+):door$/.exec(key)?.[1];
  if (userId !== undefined) indexedDB.deleteDatabase(`foyer-door-${userId}`);
}

async function deleteOfflinePages(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const wasKept = await navigator.locks.request(offlineCacheName, () => caches.delete(offlineCacheName));
  if (!wasKept) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function keyOf(userId: number, name: string): string {
  return `${prefix}${userId}:${name}`;
}

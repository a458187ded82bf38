// Answers that users need where there is no network, such as tickets at the door. They stay in this browser until the
// user logs out.

export interface OfflineAnswer<T> {
  answer: T;
  /** When the server gave it, in milliseconds since 1970. */
  at: number;
}

const prefix = 'kept:';

/** The cache with the files of pages that open without a network. public/offline.js uses the same name. */
export const offlineCacheName = 'foyer-offline';

export function saveOfflineAnswer(userId: number, name: string, answer: unknown): void {
  const saved: OfflineAnswer<unknown> = { answer, at: Date.now() };
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(saved));
  } catch {
    // Storage may be full or forbidden. The page works without the copy while there is a network.
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

/** Deletes the saved answers of all other users. When nobody is signed in, the offline pages are deleted too. */
export function deleteOfflineAnswers({ exceptUserId }: { exceptUserId: number | undefined }): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId}:`))
        localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so nothing was saved.
  }
  if (exceptUserId === undefined) void deleteOfflinePages();
}

async function deleteOfflinePages(): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(offlineCacheName))) return;
  await caches.delete(offlineCacheName);
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function keyOf(userId: number, name: string): string {
  return `${prefix}${userId}:${name}`;
}

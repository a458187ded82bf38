import { listOwnFiles } from '../../tickets/keep-offline.ts';

/** The name of the browser cache that keeps doors. public/offline.js uses the same name. */
const doorCacheName = 'foyer-door';

/**
 * Stores this page and all its files, so that a door opens again without a network. Pages are the same for everyone,
 * so the cache holds nothing personal. Does nothing in browsers without service workers, on plain HTTP, and in
 * development.
 */
export async function keepDoorOffline(): Promise<void> {
  if (!import.meta.env.PROD || typeof caches === 'undefined' || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/offline.js');
  await navigator.serviceWorker.ready;
  const { pathname, search } = globalThis.location;
  const address = pathname + search;
  const page = await fetch(address);
  const files = listOwnFiles(performance.getEntriesByType('resource'));
  const named = (await page.clone().text()).match(/(?<!url\()\/assets\/[\w.-]+/g) ?? [];
  // After a deployment, the page names new files that this tab has not loaded. The older copy stays complete.
  if (!page.ok || !named.every((path) => files.includes(path))) return;
  const cache = await caches.open(doorCacheName);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((path) => !path.startsWith('/assets/') || !known.has(path)));
  await cache.put(address, page);
  const outdated = (await cache.keys()).filter(({ url }) => {
    const kept = new URL(url);
    return !files.includes(kept.pathname) && kept.pathname + kept.search !== address;
  });
  await Promise.all(outdated.map((request) => cache.delete(request)));
}

import { offlineCacheName } from '../../api/offline-answers.ts';
import { readAccessToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** Loads modules that normally load when a ticket is opened. Without a network they could not load then. */
const loadTicketParts = () =>
  Promise.all([import('./qr-code.tsx'), import('./door-ticket.tsx'), import('../../ui/overlays/dialog.tsx')]);

/**
 * Stores the profile page and all its files, so that tickets open at a door without a network. Does nothing in browsers
 * without service workers, on plain HTTP, and in development.
 */
export async function keepTicketsOffline(): Promise<void> {
  if (!import.meta.env.PROD || typeof caches === 'undefined' || !('serviceWorker' in navigator)) return;
  await loadTicketParts();
  await navigator.serviceWorker.register('/offline.js');
  // Signing out deletes the cache. Stop here after that, because opening the cache would create it again.
  if (readAccessToken() === null) return;
  const cache = await caches.open(offlineCacheName);
  // Once the service worker is ready, it stores all files that load later.
  await navigator.serviceWorker.ready;
  const page = await fetch(paths.profile);
  const files = listOwnFiles();
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // After a deploy, the new page needs files that the open page has not loaded. Keep the complete older copy.
  if (!page.ok || !named.every((path) => files.includes(path))) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Files in /assets never change, so known ones are not stored again. The page is stored last: if the network fails
  // before that, no page without its files is stored.
  await cache.addAll(files.filter((path) => !path.startsWith('/assets/') || !known.has(path)));
  await cache.put(paths.profile, page);
  const outdated = [...known].filter((path) => path !== paths.profile && !files.includes(path));
  await Promise.all(outdated.map((path) => cache.delete(path)));
}

/** The paths of the scripts, styles and fonts that this page has loaded. */
function listOwnFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = loaded
    .filter(({ origin, pathname }) => origin === location.origin && isFile(pathname))
    .map(({ pathname }) => pathname);
  return [...new Set(own)];
}

function isFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /^\/[\w.-]+\.(js|svg)$/.test(pathname);
}

import { offlineCacheName } from '../../api/offline-answers.ts';
import { readAccessToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** Loads the parts of a ticket that otherwise load on demand: without a network they could not. */
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
  // Signing out deletes the cache. Opening it after that would create it again.
  if (readAccessToken() === null) return;
  const cache = await caches.open(offlineCacheName);
  // From now on the service worker stores files that load later.
  await navigator.serviceWorker.ready;
  const page = await fetch(paths.profile);
  const files = listOwnFiles();
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // After a deploy the page names files that this older page has not loaded. Keep the complete older copy.
  if (!page.ok || !named.every((path) => files.includes(path))) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // A built file never changes under its name. The page is stored last: if the network fails on the way, no page may
  // stay whose files are missing.
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

import { offlineCacheName } from '../../api/offline-answers.ts';
import { readAccessToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** Parts of a ticket that load when needed, and then it is too late. */
const parts = () =>
  Promise.all([import('./qr-code.tsx'), import('./door-ticket.tsx'), import('../../ui/overlays/dialog.tsx')]);

/**
 * Keeps the page with the tickets, and every file that it is made of, for a door without a network. Does nothing
 * where the browser has no way to, such as on plain HTTP, or where files are not built.
 */
export async function keepTicketsOffline(): Promise<void> {
  if (!import.meta.env.PROD || typeof caches === 'undefined' || !('serviceWorker' in navigator)) return;
  await parts();
  await navigator.serviceWorker.register('/offline.js');
  // Signing out deletes the cache. Opening it after that would create it again.
  if (readAccessToken() === null) return;
  const cache = await caches.open(offlineCacheName);
  // From then on it keeps what loads late itself.
  await navigator.serviceWorker.ready;
  const page = await fetch(paths.profile);
  const files = listOwnFiles();
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // After a deploy it names files whose parts this page cannot know; what was kept before still opens as a whole.
  if (!page.ok || !named.every((path) => files.includes(path))) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Built files keep their content under their name. The page comes last: a network that fails on the way must not
  // leave one behind whose files are missing.
  await cache.addAll(files.filter((path) => !path.startsWith('/assets/') || !known.has(path)));
  await cache.put(paths.profile, page);
  const outdated = [...known].filter((path) => path !== paths.profile && !files.includes(path));
  await Promise.all(outdated.map((path) => cache.delete(path)));
}

/** The scripts, styles and faces that this page has loaded, as paths. */
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

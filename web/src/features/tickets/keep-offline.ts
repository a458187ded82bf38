import { offlineCacheName } from '../../api/offline-answers.ts';
import { readAccessToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/**
 * Loads the code that shows a ticket. Normally this code loads when a ticket is opened, which needs a
 * network.
 */
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
  // If the user has signed out, the cache was deleted under this lock. Do not open the cache, because that would
  // create it again.
  const cache = await navigator.locks.request(offlineCacheName, async () =>
    readAccessToken() === null ? undefined : caches.open(offlineCacheName),
  );
  if (!cache) return;
  await navigator.serviceWorker.ready;
  const page = await fetch(paths.profile);
  const files = listOwnFiles(performance.getEntriesByType('resource'));
  // The style sheet in the page also names fonts that only few pages need.
  const named = (await page.clone().text()).match(/(?<!url\()\/assets\/[\w.-]+/g) ?? [];
  // After a deploy, the server's page names new files that this tab has not loaded. That page would not work without a
  // network, so keep the older copy, which is complete.
  if (!page.ok || !named.every((path) => files.includes(path))) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Store the files first and the page last, so that a network failure leaves no page without its files. Files in
  // /assets never change, so stored ones are not loaded again.
  await cache.addAll(files.filter((path) => !path.startsWith('/assets/') || !known.has(path)));
  await cache.put(paths.profile, page);
  const outdated = [...known].filter((path) => path !== paths.profile && !files.includes(path));
  await Promise.all(outdated.map((path) => cache.delete(path)));
  keepLaterFiles();
}

let observer: PerformanceObserver | undefined;

/** Includes files that could not be loaded, because the observer reports these too. */
const requestedFiles = new Set<string>();

/** Stores the files that this page loads after `keepTicketsOffline` has listed them. */
function keepLaterFiles(): void {
  if (observer) return;
  observer = new PerformanceObserver((entries) => {
    // The next visit to the profile stores the files that are missing.
    keepFiles(listOwnFiles(entries.getEntries())).catch(() => {});
  });
  observer.observe({ type: 'resource', buffered: true });
}

async function keepFiles(files: readonly string[]): Promise<void> {
  const loaded = await Promise.all(files.map((path) => loadUnstoredFile(path).catch(() => undefined)));
  // Signing out deletes the cache under the same lock, and no later file may create the cache again.
  await navigator.locks.request(offlineCacheName, async () => {
    if (!(await caches.has(offlineCacheName))) return stopKeeping();
    const cache = await caches.open(offlineCacheName);
    const found = loaded.filter((file) => file !== undefined);
    await Promise.all(found.map(({ path, answer }) => cache.put(path, answer)));
  });
}

/** Returns undefined for a file that is stored already, or that this page has requested before. */
async function loadUnstoredFile(path: string): Promise<{ path: string; answer: Response } | undefined> {
  if (await caches.match(path, { cacheName: offlineCacheName })) return undefined;
  // Check and add without an `await` between them, or the file could be requested twice.
  if (requestedFiles.has(path)) return undefined;
  requestedFiles.add(path);
  const answer = await fetch(path);
  if (!answer.ok) return undefined;
  // Read the whole file now. Otherwise it would arrive while `keepFiles` holds the lock that signing out needs.
  return { path, answer: new Response(await answer.blob(), answer) };
}

function stopKeeping(): void {
  observer?.disconnect();
  observer = undefined;
  requestedFiles.clear();
}

/** The paths of the scripts, styles and fonts among the resources that this page has loaded. */
export function listOwnFiles(resources: PerformanceEntryList): string[] {
  const loaded = resources.map(({ name }) => new URL(name));
  const own = loaded
    .filter(({ origin, pathname }) => origin === location.origin && isFile(pathname))
    .map(({ pathname }) => pathname);
  return [...new Set(own)];
}

function isFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /^\/[\w.-]+\.(js|svg)$/.test(pathname);
}

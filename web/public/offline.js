// Opens the ticket pages where there is no network. keep-offline.ts fills the cache; pages are the same for everyone,
// so nothing in it is anybody's own.

/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */
/** @typedef {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} Scope */

const cacheName = 'foyer-offline';
const ticketPage = '/profile';
const patience = 5000;
const worker = /** @type {typeof globalThis & Scope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener('install', () => void worker.skipWaiting());
// From now on, also for the page that has just made us: what it loads late is kept as well.
worker.addEventListener('activate', () => void worker.clients.claim());

worker.addEventListener('fetch', (event) => {
  const fetching = /** @type {Fetching} */ (event);
  const { request } = fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isForTickets = pathname === ticketPage || pathname.startsWith('/tickets/');
    if (isForTickets) fetching.respondWith(openPage(request));
  } else if (!pathname.startsWith('/api/') && !pathname.startsWith('/uploads/')) {
    fetching.respondWith(openFile(request, pathname));
  }
});

/**
 * What the server says now, else the page as it was kept.
 * @param {Request} request
 */
async function openPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) return answer;
  } catch {
    // No network, or one that is not worth its name.
  }
  return (await findKept(ticketPage)) ?? fetch(request);
}

/**
 * Built files never change under their name; the few others are asked for first.
 * @param {Request} request
 * @param {string} pathname
 */
async function openFile(request, pathname) {
  const isBuilt = pathname.startsWith('/assets/');
  const kept = await findKept(pathname);
  if (kept && isBuilt) return kept;
  try {
    const answer = await fetch(request);
    if (isBuilt && answer.ok) await keep(pathname, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/**
 * For parts of the page that load after the rest was kept.
 * @param {string} pathname
 * @param {Response} answer
 */
async function keep(pathname, answer) {
  // Signing out clears the cache away; nothing that is still on its way may make it anew.
  if (await caches.has(cacheName)) await (await caches.open(cacheName)).put(pathname, answer);
}

/** @param {string} pathname */
function findKept(pathname) {
  return caches.match(pathname, { cacheName });
}

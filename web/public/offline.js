// Opens the ticket pages without a network. keep-offline.ts fills the cache. Pages are the same for everyone, so the
// cache holds no personal data.

/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */
/** @typedef {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} Scope */

const cacheName = 'foyer-offline';
const ticketPage = '/profile';
const patience = 5000;
const worker = /** @type {typeof globalThis & Scope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener('install', () => void worker.skipWaiting());
// Also serve the page that is open already, so that the files that it loads from now on are kept.
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
 * Returns the page from the server, or the kept page when the server does not answer in time.
 * @param {Request} request
 */
async function openPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) return answer;
  } catch {
    // There is no network, or it is too slow.
  }
  return (await findKept(ticketPage)) ?? fetch(request);
}

/**
 * Returns a file. A built file never changes under its name, so its kept copy is used if there is one. Other files are
 * fetched, and the kept copy is used only when that fails.
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
 * Keeps a built file that the page has loaded.
 * @param {string} pathname
 * @param {Response} answer
 */
async function keep(pathname, answer) {
  // Signing out deletes the cache under the same lock. A file that arrives later must not create the cache again.
  await navigator.locks.request(cacheName, async () => {
    if (await caches.has(cacheName)) await (await caches.open(cacheName)).put(pathname, answer);
  });
}

/** @param {string} pathname */
function findKept(pathname) {
  return caches.match(pathname, { cacheName });
}

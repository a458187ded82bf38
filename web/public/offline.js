// Opens the ticket pages without a network. keep-offline.ts fills the cache. Pages are the same for everyone, so the
// cache holds no personal data.

/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */
/** @typedef {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} Scope */

const cacheName = 'foyer-offline';
const ticketPage = '/profile';
const patience = 5000;
const worker = /** @type {typeof globalThis & Scope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener('install', () => void worker.skipWaiting());
// Take over the page that is open now too, so that the files it loads later are kept.
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
 * The server's answer, or the kept page when the server does not answer.
 * @param {Request} request
 */
async function openPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) return answer;
  } catch {
    // No network, or one that is too slow.
  }
  return (await findKept(ticketPage)) ?? fetch(request);
}

/**
 * Built files never change under their name, so the kept copy is used. Other files are fetched first.
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
 * Keeps a file that the page loads later than the rest.
 * @param {string} pathname
 * @param {Response} answer
 */
async function keep(pathname, answer) {
  // Signing out deletes the cache. A file that arrives after that must not create it again.
  if (await caches.has(cacheName)) await (await caches.open(cacheName)).put(pathname, answer);
}

/** @param {string} pathname */
function findKept(pathname) {
  return caches.match(pathname, { cacheName });
}

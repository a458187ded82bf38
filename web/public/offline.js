// Opens the pages of tickets and doors without a network. keep-offline.ts and keep-door-offline.ts fill the caches.
// Pages are the same for everyone, so the caches hold no personal data.

/** @typedef {{ request: Request, clientId: string, resultingClientId: string }} Asked */
/** @typedef {Event & Asked & { respondWith(answer: Promise<Response>): void }} Fetching */
/** @typedef {{ skipWaiting(): Promise<void> }} Scope */

const cacheNames = ['foyer-offline', 'foyer-door'];
const ticketPage = '/profile';
const patience = 5000;
const worker = /** @type {typeof globalThis & Scope} */ (/** @type {unknown} */ (globalThis));

/**
 * The ids of pages that came from the server. The worker does not serve the files of these pages, and does not claim
 * open pages, because Chrome loads a preloaded file twice if a worker serves it.
 * @type {Set<string>}
 */
const fromServer = new Set();

worker.addEventListener('install', () => void worker.skipWaiting());

worker.addEventListener('fetch', (event) => {
  const fetching = /** @type {Fetching} */ (event);
  const { request, clientId, resultingClientId } = fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isKept = pathname === ticketPage || /^\/(tickets|door)\/|^\/profile\/tickets$/.test(pathname);
    if (isKept) fetching.respondWith(openPage(request, resultingClientId));
    else fromServer.add(resultingClientId);
  } else if (
    !fromServer.has(clientId) &&
    !pathname.startsWith('/api/') &&
    !pathname.startsWith('/uploads/')
  ) {
    fetching.respondWith(openFile(request, pathname));
  }
});

/**
 * Returns the page from the server, or the kept page when the server does not answer in time.
 * @param {Request} request
 * @param {string} pageId
 */
async function openPage(request, pageId) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) {
      fromServer.add(pageId);
      return answer;
    }
  } catch {
    // There is no network, or it is too slow.
  }
  const { pathname, search } = new URL(request.url);
  return (await findKept(pathname + search)) ?? (await findKept(ticketPage)) ?? fetch(request);
}

/**
 * Returns a file for the kept page. A built file never changes under its name, so the kept copy comes first. For other
 * files, the kept copy is used only when the server cannot be reached.
 * @param {Request} request
 * @param {string} pathname
 */
async function openFile(request, pathname) {
  const kept = await findKept(pathname);
  if (kept && pathname.startsWith('/assets/')) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** @param {string} address a path, with the query of a page */
async function findKept(address) {
  for (const cacheName of cacheNames) {
    const kept = await caches.match(address, { cacheName });
    if (kept) return kept;
  }
  return undefined;
}

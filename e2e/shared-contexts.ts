import { devices, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import type { Foyer } from './server.ts';

interface SharedContext {
  context: BrowserContext;
  url: string;
  /** Stays open, so that the browser keeps the process of the pages and the scripts that it has compiled. */
  anchor: Page;
  devTools: CDPSession;
  isTaken: boolean;
}

/** The shared contexts of this worker. A story with several users takes several of them. */
const sharedContexts: SharedContext[] = [];

/**
 * Opens a page in a context without cookies and stored data, which an earlier story may have used. In a new context, the
 * browser would load, read and compile every script again.
 */
export async function openSharedPage(browser: Browser, foyer: Foyer): Promise<Page> {
  const free = sharedContexts.find(({ isTaken }) => !isTaken);
  if (free) free.isTaken = true;
  const { context } = free ?? (await createSharedContext(browser, foyer));
  return context.newPage();
}

async function createSharedContext(browser: Browser, { url }: Foyer): Promise<SharedContext> {
  // Without these options, the context would take those of the story that happens to be the first.
  const context = await browser.newContext({
    ...devices['Desktop Chrome'],
    colorScheme: 'light',
    baseURL: url,
  });
  const anchor = await context.newPage();
  await anchor.goto('/api/health');
  const devTools = await context.newCDPSession(anchor);
  const created = { context, url, anchor, devTools, isTaken: true };
  sharedContexts.push(created);
  context.on('close', () => sharedContexts.splice(sharedContexts.indexOf(created), 1));
  refuseLastingSettings(context);
  return created;
}

function refuse() {
  throw new Error('Later stories use this browser context: open the page with openPageInNewContext.');
}

/** `emptyContext` does not undo these settings, so they would change later stories. */
function refuseLastingSettings(context: BrowserContext) {
  Object.assign(context, {
    addInitScript: refuse,
    exposeBinding: refuse,
    exposeFunction: refuse,
    routeWebSocket: refuse,
    setExtraHTTPHeaders: refuse,
    setGeolocation: refuse,
    setHTTPCredentials: refuse,
    // Once, a page that had lost its network no longer answered Playwright, and later pages share its process.
    setOffline: refuse,
  });
  Object.assign(context.clock, {
    fastForward: refuse,
    install: refuse,
    pauseAt: refuse,
    resume: refuse,
    runFor: refuse,
    setFixedTime: refuse,
    setSystemTime: refuse,
  });
}

/**
 * Closes all pages and contexts of a story. Shared contexts stay open, but lose everything that the story has left in
 * them, except the files in the browser's cache.
 */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(
    browser.contexts().map((context) => {
      const sharedContext = sharedContexts.find((candidate) => candidate.context === context);
      return sharedContext ? emptyContext(sharedContext) : context.close();
    }),
  );
}

async function emptyContext(sharedContext: SharedContext) {
  if (!sharedContext.isTaken) return;
  const { context, url, anchor, devTools } = sharedContext;
  const pages = context.pages().filter((page) => page !== anchor);
  await Promise.all(pages.map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
  await devTools.send('Storage.clearDataForOrigin', { origin: url, storageTypes });
  sharedContext.isTaken = false;
}

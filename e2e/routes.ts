import type { Page, Route } from '@playwright/test';

/**
 * Handles only the next request of this URL. Use this instead of Playwright's option `times`, which removes the route
 * after the request. Another request that starts at that moment can hang, such as the code of a dialog.
 */
export async function routeOnce(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<void> {
  let isHandled = false;
  await page.route(url, (route) => {
    if (isHandled) return route.fallback();
    isHandled = true;
    return handle(route);
  });
}

/** Opens a page, and holds back its scripts until the returned function is called. */
export async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  // The load event also waits for scripts that the page has already asked for.
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return resolve;
}

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

/**
 * Holds back the scripts of the page until the returned function is called. Open the page with `waitUntil:
 * 'domcontentloaded'`, because its load event also waits for scripts that the page has already asked for.
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

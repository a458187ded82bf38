import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';

/** In milliseconds of the page's clock. With the real time afterwards, it is as long as every expectation waits. */
const longest = { skipped: 10_000, afterwards: 5000 };

/**
 * Moves the clock of the page ahead, a second at a time, until the element is visible. The page must have a clock of its
 * own. Before each second, all requests have been answered, so that the speed of the computer does not matter.
 */
export async function skipTimeUntil(page: Page, locator: Locator): Promise<void> {
  const underWay = new Set<Request>();
  const add = (request: Request) => void underWay.add(request);
  const remove = (request: Request) => void underWay.delete(request);
  const removeAnswered = (response: Response) => remove(response.request());
  page.on('request', add).on('response', removeAnswered).on('requestfailed', remove);
  const element = locator.first();
  for (let skipped = 0; skipped < longest.skipped && !(await element.isVisible()); skipped += 1000) {
    await page.clock.fastForward(1000);
    await expect.poll(() => underWay.size, { intervals: [20] }).toBe(0);
  }
  page.off('request', add).off('response', removeAnswered).off('requestfailed', remove);
  await expect(element).toBeVisible({ timeout: longest.afterwards });
}

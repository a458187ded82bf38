import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';

/** In milliseconds. Nothing that these stories wait for may take a user longer. */
const longest = 20_000;

/**
 * Moves the clock of the page ahead, a second at a time, until `count` matching elements are visible. The page must have
 * a clock of its own. The requests of each second are answered first, so that a slow computer changes nothing.
 */
export async function skipTimeUntil(page: Page, locator: Locator, count = 1): Promise<void> {
  const visible = locator.filter({ visible: true });
  const underWay = new Set<Request>();
  const add = (request: Request) => void underWay.add(request);
  const remove = (request: Request) => void underWay.delete(request);
  const removeAnswered = (response: Response) => remove(response.request());
  page.on('request', add).on('response', removeAnswered).on('requestfailed', remove);
  for (let skipped = 0; skipped < longest && (await visible.count()) !== count; skipped += 1000) {
    await page.clock.fastForward(1000);
    await expect.poll(() => underWay.size, { intervals: [20] }).toBe(0);
  }
  page.off('request', add).off('response', removeAnswered).off('requestfailed', remove);
  await expect(visible).toHaveCount(count);
}

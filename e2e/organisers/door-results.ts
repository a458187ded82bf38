import type { Page } from '@playwright/test';

/**
 * Keeps each result at the door on the screen until a button closes it, on every document that the page opens from
 * now on. By default an accepted result closes after 2.5 seconds (10 for a group), which is too soon for a busy machine
 * that checks the result and then presses one of its buttons.
 */
export async function keepResultsOpen(page: Page): Promise<void> {
  await page.addInitScript(`
    const { setTimeout } = window;
    const minute = 60_000;
    window.setTimeout = (run, after, ...rest) =>
      setTimeout(run, after === 2500 || after === 10_000 ? 5 * minute : after, ...rest);`);
}

import type { Page } from '@playwright/test';
import { acceptedFor, groupFor } from '../../web/src/features/door/verdict/verdict-times.ts';

/**
 * Keeps each result at the door on the screen until a button closes it, in every document that the page opens from now
 * on. Otherwise an accepted result closes by itself, which is too soon for a busy machine that checks the result and
 * then presses one of its buttons. If the story installs a clock, it must do so before.
 */
export async function keepResultsOpen(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { setTimeout } = window;
    const minute = 60_000;
    window.setTimeout = (run, after, ...rest) =>
      setTimeout(run, after === ${acceptedFor} || after === ${groupFor} ? 5 * minute : after, ...rest);
  }`);
}

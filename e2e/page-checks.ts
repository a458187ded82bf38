import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** From now on, an error of the page or in its console fails the story. */
export function failOnPageErrors(page: Page): void {
  page.on('pageerror', (error) => expect.soft(error.message, 'an error of the page').toBe(''));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    // The browser logs every refused call, and stories provoke refusals.
    if (isBad && !/status of 4\d\d/.test(message.text())) {
      expect.soft(message.text(), 'an error in the console').toBe('');
    }
  });
}

/**
 * Checks the page as it is now: with axe, for targets that are too small, and for its width.
 * @param state what the page shows, for the report
 * @param hasRegions whether everything must be inside a landmark; an open menu never is
 */
export async function expectAccessible(page: Page, state: string, hasRegions = false): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // These elements pass the focus on at once.
    .exclude('[data-base-ui-focus-guard]')
    .options({
      rules: { 'target-size': { enabled: true }, region: { enabled: hasRegions } },
      resultTypes: ['violations'],
    })
    // Otherwise axe opens another page each time, for frames. Our pages have none.
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect.soft(found, state).toEqual([]);
  const current = page.locator('main a[aria-current]:not(nav *)');
  expect.soft(await current.count(), `${state} has a link marked as the current page`).toBe(0);
  await expectToFit(page, state);
}

/** Checks that the page does not scroll sideways. */
export async function expectToFit(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect.soft(overflow, `${state} is wider than its screen`).toBe(0);
}

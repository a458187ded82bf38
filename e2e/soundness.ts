import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Has the page examined as it stands: by axe, for its width, and for targets too small to hit.
 * @param state what it shows, for the report
 * @param hasRegions whether all of it lies in regions; an open menu does not, by design
 */
export async function expectSound(page: Page, state: string, hasRegions = false): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // They hand the focus on as soon as they get it.
    .exclude('[data-base-ui-focus-guard]')
    .options({
      rules: { 'target-size': { enabled: true }, region: { enabled: hasRegions } },
      resultTypes: ['violations'],
    })
    // Our pages have no frames, for whose sake it would open another page each time.
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect.soft(found, state).toEqual([]);
  const current = page.locator('main a[aria-current]:not(nav *)');
  expect.soft(await current.count(), `${state} has a link that claims to be the page itself`).toBe(0);
  await expectToFit(page, state);
}

export async function expectToFit(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect.soft(overflow, `${state} is wider than its screen`).toBe(0);
}

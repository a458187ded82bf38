import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

// The small build of axe. The full one takes the browser a quarter longer to load into each page.
const require = createRequire(import.meta.url);
const axeSource = escapeNonAscii(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));

/**
 * Writes characters outside ASCII as escapes, which mean the same in names, texts and patterns. With one such character,
 * the whole script would go to the browser with two bytes for each character.
 */
function escapeNonAscii(script: string): string {
  return script.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * After this call, every error that the page throws, and every error or warning in its console, fails the test.
 */
export function failOnPageErrors(page: Page): void {
  page.on('pageerror', (error) => expect.soft(error.message, 'an error of the page').toBe(''));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    // The browser also logs each refused API call as an error, and a blocked service worker as a warning. Tests cause
    // both on purpose.
    if (isBad && !/status of 4\d\d|blocked by Playwright/.test(message.text())) {
      expect.soft(message.text(), 'an error in the console').toBe('');
    }
  });
}

/**
 * Checks the page in its current state: the page passes axe, fits the width, and has no buttons or links that
 * are too small.
 * @param state what the page shows, for the report
 * @param hasRegions whether all content must be inside landmarks; false for open menus, which are outside
 */
export async function expectAccessible(page: Page, state: string, hasRegions = false): Promise<void> {
  await waitForAnimations(page);
  const found = await findViolations(page, hasRegions);
  expect.soft(found, state).toEqual([]);
  const current = page.locator('main a[aria-current]:not(nav *)');
  expect.soft(await current.count(), `${state} has a link marked as the current page`).toBe(0);
  await expectToFit(page, state);
}

/** Runs axe in the page, which has no frames, and returns one line for each broken rule. */
async function findViolations(page: Page, hasRegions: boolean): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axeSource);
  // Base UI's focus guards are invisible elements that only pass the focus on to other elements, so axe's
  // rules do not apply to them.
  const context = { exclude: [['[data-base-ui-focus-guard]']] };
  const options = {
    rules: { 'target-size': { enabled: true }, region: { enabled: hasRegions } },
    resultTypes: ['violations'],
    preload: false,
  };
  return page.evaluate(`axe
    .run(${JSON.stringify(context)}, ${JSON.stringify(options)})
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
    )`);
}

/**
 * Waits until all animations have ended, because text that is fading in has too little contrast. Does not wait for
 * endless animations.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const listRunning = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity);
    for (let running = listRunning(); running.length > 0; running = listRunning()) {
      await Promise.allSettled(running.map((one) => one.finished));
    }
  })()`);
}

export async function expectToFit(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect.soft(overflow, `${state} is wider than its screen`).toBe(0);
}

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { logInDemoUser } from '../../e2e/users.ts';
import { root } from '../bootstrap/setup.mjs';
import { makeScreens } from './screens.mjs';

/** @import { Browser, BrowserContext, Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */

export const screensFolder = join(root, 'shots');

const widths = [360, 768, 1280, 1600];
const themes = ['light', 'dark'];

const loadImages = 'Promise.allSettled([...document.images].map((image) => image.decode()))';

const scrollToFootAndBack = `(async () => {
  for (const top of [document.body.scrollHeight, 0]) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }
})()`;

/**
 * Takes pictures of every page and its main states, in four widths and both themes. A picture shows the whole page
 * or, with an open dialog, its visible part.
 * @param {Foyer} foyer
 * @param {Browser} browser
 * @param {string} wanted a part of the names of the wanted screens, or empty for all screens
 */
export async function takeScreens(foyer, browser, wanted) {
  if (!wanted) await rm(screensFolder, { recursive: true, force: true });
  await mkdir(screensFolder, { recursive: true });
  const screens = (await makeScreens(foyer)).filter(({ name }) => name.includes(wanted));
  /** @type {Map<string, BrowserContext>} */
  const contexts = new Map();
  const missing = [];
  for (const { name, as, open, over, waiting } of screens) {
    const context = contexts.get(as) ?? (await openContext(foyer, browser, as));
    contexts.set(as, context);
    const page = await context.newPage();
    try {
      await open(page);
      if (!waiting) await page.waitForLoadState('networkidle');
      if (over) await page.getByRole(over).waitFor();
      await takeLooks(page, name, over === undefined);
    } catch (error) {
      missing.push(name);
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    await page.close();
  }
  if (missing.length > 0) throw new Error(`There are no pictures of ${missing.join(', ')}`);
}

/**
 * @param {Foyer} foyer
 * @param {Browser} browser
 * @param {string} as a username of the demo world, or nobody
 */
async function openContext(foyer, browser, as) {
  const localStorage = as === 'nobody' ? [] : (await logInDemoUser(foyer, as)).stored;
  const context = await browser.newContext({
    baseURL: foyer.url,
    reducedMotion: 'reduce',
    // Most pictures wait until the network is idle, but a service worker would load files all the time.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 860 },
    storageState: { cookies: [], origins: [{ origin: foyer.url, localStorage }] },
  });
  context.setDefaultTimeout(15_000);
  return context;
}

/**
 * @param {Page} page
 * @param {string} name
 * @param {boolean} fullPage false while a dialog is open, because it would cover only a part of the long picture
 */
async function takeLooks(page, name, fullPage) {
  await page.evaluate('document.fonts.ready');
  if (fullPage) await showWholePage(page);
  for (const theme of themes) {
    // Change the theme as if the user had chosen it in another tab, because a new theme applies to all open tabs.
    await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))`);
    // Pages of the payment sandbox and the outbox know only the theme of the system.
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 860 });
      if (fullPage) {
        // Another width may need a larger copy of an image.
        await page.evaluate(loadImages);
        // Chromium paints nothing below the window until the page was scrolled there at this width.
        await page.evaluate(scrollToFootAndBack);
      }
      const path = join(screensFolder, `${name}-${width}-${theme}.jpg`);
      await page.screenshot({ path, quality: 80, fullPage, animations: 'disabled' });
    }
  }
}

/**
 * Loads all images and shows all parts, even those below the visible part of the page. Then scrolls back to the top,
 * because the sticky header would otherwise cover the middle of the page. The bar at the bottom of the window moves to
 * the end of the page, for the same reason.
 * @param {Page} page
 */
async function showWholePage(page) {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager';
    await ${loadImages};
    const style = new CSSStyleSheet();
    style.replaceSync(\`* { content-visibility: visible !important }
    @media (width < 64rem) {
      body { position: relative }
      [data-bottom-bar] { position: absolute }
    }\`);
    document.adoptedStyleSheets.push(style);
    scrollTo({ top: 0, behavior: 'instant' });
  })()`);
}

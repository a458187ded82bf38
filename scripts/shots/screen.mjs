/** @import { Page } from '@playwright/test' */

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} as a username of the demo world, or nobody
 * @property {(page: Page) => Promise<unknown>} open
 * @property {'dialog' | 'alertdialog' | 'menu'} [over] the role of the element that is open over the page
 * @property {boolean} [waiting] whether the screen shows that it waits for the server
 */

/**
 * @param {Page} page
 * @param {string} path
 * @param {string | RegExp} name
 */
export async function press(page, path, name) {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name }).first().click();
}

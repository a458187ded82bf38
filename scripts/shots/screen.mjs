/** @import { Page } from '@playwright/test' */

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} as one of the demo world's people, or nobody
 * @property {(page: Page) => Promise<unknown>} open
 * @property {'dialog' | 'alertdialog' | 'menu'} [over] what then lies over the page
 * @property {boolean} [waiting] what it shows is that an answer is on its way
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

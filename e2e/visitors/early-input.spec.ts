import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';

/** Holds back the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('what a visitor does before the scripts arrive takes effect when they have arrived', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const arrive = await holdScripts(page);
  await page.goto('/events');
  await page.getByRole('searchbox').fill('lamplight');
  await page
    .getByRole('button', { name: /^Switch to/ })
    .first()
    .click();
  await expect(page).toHaveURL('/events');
  arrive();
  await expect(page).toHaveURL('/events?q=lamplight');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('lamplight');
  await expect(page.locator('html')).toHaveClass('dark');
});

test('a page that was scrolled before its scripts arrived stays where it is', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const arrive = await holdScripts(page);
  await page.goto('/events');
  await page.evaluate('scrollTo(0, 300)');
  arrive();
  await page
    .getByRole('button', { name: /^Switch to/ })
    .first()
    // An ordinary click would scroll to the button.
    .dispatchEvent('click');
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await page.evaluate('scrollY')).toBe(300);
});

test('links and the search work without scripts', async ({ browser, foyer }) => {
  const context = await browser.newContext({ baseURL: foyer.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/events');
  await page.getByRole('searchbox').fill('lamplight');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Lamplight Market on the Square', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lamplight Market on the Square' })).toBeVisible();
  await context.close();
});

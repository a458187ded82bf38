import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';

const isDark = (page: Page) => page.evaluate('document.documentElement.classList.contains("dark")');

test.use({ colorScheme: 'dark' });

test('the theme is set before the first paint, changes in every open tab, and is remembered after a reload', async ({
  page,
  context,
}) => {
  // Records the class of the theme as soon as the document has a body, which is before the first paint.
  await context.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      window.firstClass = document.documentElement.className;
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto('/');
  expect(await page.evaluate('window.firstClass')).toBe('dark');
  const other = await context.newPage();
  await other.goto('/support');

  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
  expect(await isDark(page)).toBe(false);
  expect(await page.evaluate('localStorage.getItem("theme")')).toBe('light');
  await expect(other.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
  await expect.poll(() => isDark(other)).toBe(false);
  await page.reload();
  expect(await page.evaluate('window.firstClass')).toBe('');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const row = page.getByRole('navigation').getByRole('button', { name: 'Switch to dark mode' });
  await expect(row).toHaveText('Dark Mode');
  await row.click();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Switch to light mode' })).toHaveText(
    'Light Mode',
  );
});

test('the theme changes in one tab, and also in another tab that is still loading', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  const { promise: chosen, resolve: choose } = Promise.withResolvers<void>();
  await other.route('**/assets/*.js', async (route) => {
    await chosen;
    await route.continue();
  });
  await other.goto('/support', { waitUntil: 'commit' });
  await expect.poll(() => isDark(other)).toBe(true);
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect.poll(() => isDark(page)).toBe(false);
  choose();
  await expect.poll(() => isDark(other)).toBe(false);
});

test('the theme follows the operating system until the user chooses a theme, and ignores a stored value that is not a theme', async ({
  page,
  context,
}) => {
  await context.addInitScript(`localStorage.setItem('theme', 'sepia')`);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
  expect(await isDark(page)).toBe(true);
});

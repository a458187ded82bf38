import { expect, type Page } from '@playwright/test';

export async function openAccountMenu(page: Page) {
  await page.getByRole('button', { name: /^My Account/ }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

import { expect, type Page } from '@playwright/test';

export async function openAccountMenu(page: Page) {
  const button = page.getByRole('button', { name: /^My Account/ });
  // A click is lost if React does not know the button yet.
  await expect
    .poll(() =>
      button.evaluate((node: object) => Object.keys(node).some((name) => name.startsWith('__reactProps'))),
    )
    .toBe(true);
  await button.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

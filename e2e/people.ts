import { expect, type Page } from '@playwright/test';

/** Logs one of the demo world's people in, as they would do it. */
export async function logIn(page: Page, username: string) {
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').first().fill('password123');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/dashboard|profile/);
}

/** From here on, whatever a page throws or complains of in the console fails the story. */
export function expectNoComplaints(page: Page) {
  page.on('pageerror', (error) => expect.soft(error.message, 'an error on the page').toBe(''));
  page.on('console', (message) => {
    const bad = message.type() === 'error' || message.type() === 'warning';
    // The browser itself notes what the server rightly refuses, such as a used ticket.
    if (bad && !/status of 4\d\d/.test(message.text())) {
      expect.soft(message.text(), 'a complaint in the console').toBe('');
    }
  });
}

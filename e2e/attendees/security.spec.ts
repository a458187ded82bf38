import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { createUser, openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('a user changes the password, after a wrong current one', async ({ browser, foyer }) => {
  const member = await createUser(foyer, 'sue');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Account security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account security');
  const section = page.getByRole('region', { name: 'Password' });
  const current = section.getByRole('textbox', { name: 'Current password' });
  const next = section.getByRole('textbox', { name: 'New password' });
  const change = section.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(current).toHaveAccessibleDescription('Enter your current password');
  await current.fill('not the one');
  await next.fill('a better password');
  await change.click();
  await expect(current).toHaveAccessibleDescription('Current password is not correct');
  await expectAccessible(page, 'the refused password form');
  await current.fill('a good password');
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(next).toHaveValue('');
  await page.context().close();

  const visitor = await openPageFor(browser, foyer, { stored: [] });
  await visitor.goto('/profile/security');
  await expect(visitor).toHaveURL(/\/auth\/login\?next=/);
  await visitor.getByRole('textbox', { name: 'Username' }).fill(member.username);
  await visitor.getByLabel('Password').first().fill('a better password');
  await visitor.getByRole('button', { name: 'Login' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Account security');
  await visitor.context().close();
});

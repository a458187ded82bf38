import { expect } from '@playwright/test';
import { findRow, logInAdmin } from './admins.ts';
import { showCode } from '../authenticator.ts';
import { test } from '../foyer-test.ts';
import { openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test.use({ settings: { REQUIRE_TWO_FACTOR: 'admins' } });

test('an administrator must set up a second factor before an admin page opens, if REQUIRE_TWO_FACTOR is “admins”', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/users');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Set up two-factor authentication');
  await expect(heading).toBeFocused();
  await expectAccessible(page, 'the page that asks for a second factor', true);
  await page.goto('/support');
  await expect(heading).not.toHaveText('Set up two-factor authentication');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'Current password' }).fill('password123');
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.getByLabel('Key for the app').innerText();
  await page.getByRole('textbox', { name: 'Code' }).fill(showCode(secret.replace(/\s/g, '')));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expect(heading).toHaveText('Set up two-factor authentication');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(heading).toHaveText('Users');
  await expect(findRow(page, '@example.org').first()).toBeVisible();

  await page.goto('/profile/security');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await expect(section.getByText('so you cannot switch it off')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Switch off' })).toHaveCount(0);
});

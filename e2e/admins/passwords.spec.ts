import { expect } from '@playwright/test';
import { askForPassword, expectToast, logInAdmin } from './admins.ts';
import { test } from '../foyer-test.ts';
import { createUser, nobody, openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('a new user must replace the password from the administrator, and then sees the requested page', async ({
  browser,
  foyer,
}) => {
  const admin = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await admin.goto('/admin/users');
  await admin.getByRole('button', { name: 'Add New User' }).click();
  const username = `ivy${Date.now().toString(36)}`;
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Username' }).fill(username);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.org`);
  await dialog.getByLabel(/^Password/).fill('given by the admin');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expectToast(admin, `User ${username} created successfully`);
  await admin.close();

  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/auth/login?next=/profile');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').first().fill('given by the admin');
  await page.getByRole('button', { name: 'Login' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Choose a new password');
  await expect(heading).toBeFocused();
  await expectAccessible(page, 'the page that asks for a new password', true);
  await page.goto('/events');
  await expect(heading).toHaveText('Choose a new password');
  await page.goto('/support');
  await expect(heading).not.toHaveText('Choose a new password');

  await page.goto('/profile');
  await page.getByRole('textbox', { name: 'Current password' }).fill('given by the admin');
  const next = page.getByRole('textbox', { name: 'New password' });
  await next.fill('given by the admin');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(next).toHaveAccessibleDescription(/The new password must differ from the current one/);
  await next.fill('a password of my own');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(heading).toHaveText('Your Profile');
  await expect(page.getByText('No tickets yet')).toBeVisible();
});

test('an administrator must enter their own password again before each important change to a user', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'una');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto(`/admin/users?q=${member.username}`);
  await page.getByRole('button', { name: `Edit ${member.username}` }).click();
  const access = page.getByRole('switch', { name: 'Admin Access' });
  const question = page.getByRole('dialog', { name: 'Your Password' });
  const password = question.getByRole('textbox', { name: 'Password' });
  await askForPassword(page, '**/api/admin/users/*');
  await access.click();
  await expect(password).toBeFocused();
  await expectAccessible(page, 'the dialog that asks for the password');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(access).not.toBeChecked();
  await expect(page.getByRole('alert').getByText('Enter your password again to do this')).toBeVisible();

  await askForPassword(page, '**/api/admin/users/*');
  await access.click();
  await password.fill('not the one');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(password).toHaveAccessibleDescription('Password is not correct');
  await password.fill('password123');
  await page.keyboard.press('Enter');
  await expectToast(page, `User ${member.username} promoted to admin successfully`);
  await expect(access).toBeChecked();

  await page.getByRole('textbox', { name: 'Email' }).fill(`new-${member.email}`);
  await askForPassword(page, '**/api/users/*');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await password.fill('password123');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, `User ${member.username} updated successfully`);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: `Delete ${member.username}` }).click();
  await askForPassword(page, '**/api/users/*');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click();
  await password.fill('password123');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, `User ${member.username} deleted successfully`);
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

import { type Browser, expect } from '@playwright/test';
import { askForPassword, expectToast, logInAdmin } from './admins.ts';
import { switchOnTwoFactor } from '../authenticator.ts';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import type { Foyer } from '../server.ts';
import { createUser, openPageFor, verifyAddress } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

/** Opens the page of a user with two-factor authentication, for an administrator who must type their password again. */
async function openUser(browser: Browser, foyer: Foyer) {
  const member = await createUser(foyer, 'wren');
  await verifyAddress(foyer, member);
  await switchOnTwoFactor(foyer, member);
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await askForPassword(page, '**/api/users/*/two-factor');
  await page.goto(`/admin/users/${member.id}`);
  await expect(page.getByText(/^Two-factor authentication\s*On$/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch off two-factor' }).click();
  const question = page.getByRole('alertdialog', { name: /^Switch off two-factor authentication of/ });
  await expect(question).toBeVisible();
  return { member, page, question };
}

test('an administrator enters their own password again, and then switches off the second factor of a user who lost their phone', async ({
  browser,
  foyer,
}) => {
  const { member, page, question } = await openUser(browser, foyer);
  await expectAccessible(page, 'the question before two-factor authentication is switched off');
  await question.getByRole('button', { name: 'Switch off' }).click();
  const passwordDialog = page.getByRole('dialog', { name: 'Your Password' });
  await passwordDialog.getByRole('textbox', { name: 'Password' }).fill('password123');
  await passwordDialog.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, `Two-factor authentication of ${member.username} is off`);
  await expect(page.getByText(/^Two-factor authentication\s*Off$/)).toBeVisible();
  await readMail(foyer, { to: member.email, subject: 'Two-factor authentication was switched off' });
});

test('an administrator reads what to do if the question for the password does not load', async ({
  browser,
  foyer,
}) => {
  const { page, question } = await openUser(browser, foyer);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  const button = question.getByRole('button', { name: 'Switch off' });
  await button.click();
  await expect(question.getByRole('alert')).toHaveText(
    'A part of this page did not load. Check your connection, reload the page and try again.',
  );
  await expect(button).toBeEnabled();
});

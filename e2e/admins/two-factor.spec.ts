import { expect } from '@playwright/test';
import { expectToast, logInAdmin } from './admins.ts';
import { switchOnTwoFactor } from '../authenticator.ts';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { createUser, openPageFor, verifyAddress } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('an administrator enters their own password again, and then switches off the second factor of a user who lost their phone', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'wren');
  await verifyAddress(foyer, member);
  await switchOnTwoFactor(foyer, member);
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto(`/admin/users/${member.id}`);
  const fact = page.getByText(/^Two-factor authentication\s*On$/);
  await expect(fact).toBeVisible();
  // Answer in place of the server, which asks for the password again when the login was a while ago.
  await page.route(
    '**/api/users/*/two-factor',
    (route) =>
      route.fulfill({
        status: 403,
        json: { status: 'error', code: 'password_confirmation_required', msg: 'Enter your password again' },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Switch off two-factor' }).click();
  const question = page.getByRole('alertdialog', { name: 'Switch off two-factor authentication?' });
  await expectAccessible(page, 'the question before two-factor authentication is switched off');
  await question.getByRole('button', { name: 'Switch off' }).click();
  const passwordDialog = page.getByRole('dialog', { name: 'Enter your password' });
  await passwordDialog.getByRole('textbox', { name: 'Password' }).fill('password123');
  await passwordDialog.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, `Two-factor authentication of ${member.username} is off`);
  await expect(page.getByText(/^Two-factor authentication\s*Off$/)).toBeVisible();
  await readMail(foyer, { to: member.email, subject: 'Two-factor authentication was switched off' });
});

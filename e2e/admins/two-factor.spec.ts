import { expect } from '@playwright/test';
import { expectToast, findRow, logInAdmin } from './admins.ts';
import { showCode, switchOnTwoFactor } from '../authenticator.ts';
import { copyDemoData, test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { createUser, logInDemoUser, openPageFor, verifyAddress } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import { startFoyer } from '../server.ts';

test('an administrator switches off the second factor of a user who lost the phone, after entering the password again', async ({
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
  // As if the administrator had logged in a while ago.
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

test('an administrator of a site with REQUIRE_TWO_FACTOR=admins is led to set it up, and then goes on to the page they opened', async ({
  browser,
}) => {
  // This story starts a server of its own.
  test.setTimeout(120_000);
  const { options, remove } = await copyDemoData();
  const strict = await startFoyer({ ...options, env: { REQUIRE_TWO_FACTOR: 'admins' } });
  const page = await openPageFor(browser, strict, await logInDemoUser(strict, 'admin'));
  await page.goto('/admin/users');
  const heading = page.getByRole('heading', { level: 1 });
  // The new server answers its first request slowly.
  await expect(heading).toHaveText('Set up two-factor authentication', { timeout: 40_000 });
  await expect(heading).toBeFocused();
  await expectAccessible(page, 'the page that asks for a second factor', true);
  await page.goto('/support');
  await expect(heading).not.toHaveText('Set up two-factor authentication');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('password123');
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
  await page.context().close();
  await strict.stop();
  await remove();
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { showCode, showNextCode, switchOnTwoFactor } from '../authenticator.ts';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { createUser, nobody, openPageFor, type User, verifyAddress } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

const password = 'a good password';

const findSection = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });

async function enterPassword(page: Page, { username }: User) {
  await page.goto('/auth/login?next=/profile');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
}

/** Reads the QR code on the page from its pixels, as a phone's camera does. */
async function scanQrCode(page: Page): Promise<URL> {
  const picture = await page.getByRole('img', { name: 'QR code for the authenticator app' }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const code = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
  return new URL(code?.data ?? '');
}

test('a user sets up two-factor authentication with the QR code, saves the recovery codes, and logs in with a code', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'tia');
  await verifyAddress(foyer, member);
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile/security');
  const section = findSection(page);
  await section.getByRole('button', { name: 'Set up' }).click();
  const current = section.getByRole('textbox', { name: 'Current password' });
  await expect(current).toBeFocused();
  await current.fill('not the one');
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(current).toHaveAccessibleDescription('Current password is not correct');
  await current.fill(password);
  await section.getByRole('button', { name: 'Continue' }).click();

  const secret = (await scanQrCode(page)).searchParams.get('secret') ?? '';
  await expect(section.getByLabel('Key for the app')).toHaveText(secret);
  await expectAccessible(page, 'the set-up of two-factor authentication');
  const code = section.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('000 000');
  await section.getByRole('button', { name: 'Switch on' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is not correct/);
  await code.fill(showCode(secret));
  await section.getByRole('button', { name: 'Switch on' }).click();

  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  for (const text of await codes.allInnerTexts()) expect(file).toContain(text);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible();
  await expectAccessible(page, 'two-factor authentication that is on');
  await readMail(foyer, { to: member.email, subject: 'Two-factor authentication is on' });

  const visitor = await openPageFor(browser, foyer, nobody);
  await enterPassword(visitor, member);
  await visitor.getByRole('textbox', { name: 'Code' }).fill(showNextCode(secret));
  await visitor.keyboard.press('Enter');
  await expect(visitor).toHaveURL(`${foyer.url}/profile`);
});

test('the second step of a login explains a wrong code, accepts a recovery code, and has a way back', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'ugo');
  await verifyAddress(foyer, member);
  const { usedCode, recoveryCodes } = await switchOnTwoFactor(foyer, member);
  const page = await openPageFor(browser, foyer, nobody);
  await enterPassword(page, member);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  const logIn = page.getByRole('button', { name: 'Login' });
  await logIn.click();
  await expect(code).toHaveAccessibleDescription(/Enter the code from your app/);
  await code.fill(usedCode);
  await logIn.click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(/^This code is not correct\./);
  await expect(code).toBeFocused();
  await expectAccessible(page, 'the second step of the login with an error');

  await page.getByRole('button', { name: 'Back to the password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(member.username);
  await enterPassword(page, member);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(recovery).toBeFocused();
  for (let count = 0; count < 5; count += 1) {
    await recovery.fill(`wrong-code${count}`);
    await logIn.click();
    await expect(alert).toHaveText(/^This code is not correct\./);
    await expect(logIn).toBeEnabled();
  }
  await recovery.fill(String(recoveryCodes[0]));
  await logIn.click();
  await expect(alert).toHaveText(/too many wrong codes\. Please log in again\.$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');

  await enterPassword(page, member);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(String(recoveryCodes[0]).toUpperCase());
  await logIn.click();
  await expect(page).toHaveURL(`${foyer.url}/profile`);
  const mail = await readMail(foyer, { to: member.email, subject: 'A recovery code was used to log in' });
  expect(mail.text).toContain('You have 9 recovery codes left.');
});

test('a user gets new recovery codes and switches two-factor authentication off', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'vera');
  await verifyAddress(foyer, member);
  const { recoveryCodes } = await switchOnTwoFactor(foyer, member);
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile/security');
  const section = findSection(page);
  await section.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toHaveAccessibleDescription(
    'Enter your current password',
  );
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /This code is not correct, or it was used before/,
  );
  await expectAccessible(page, 'the dialog for new recovery codes');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(String(recoveryCodes[0]));
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [newCode = ''] = await codes.allInnerTexts();
  expect(recoveryCodes).not.toContain(newCode);
  await section.getByRole('button', { name: 'I have saved them' }).click();

  await section.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(newCode);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  await readMail(foyer, { to: member.email, subject: 'Two-factor authentication is off' });
});

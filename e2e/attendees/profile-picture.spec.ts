import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { drawPoster } from '../organisers/event-forms.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, openPageFor } from '../users.ts';

test('a user uploads a profile picture, finds it in the header, and removes it', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'fay');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  const inHeader = page.getByRole('banner').getByRole('button', { name: /^My Account/ });
  await expect(inHeader).toContainText('FA');

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const file = page.getByLabel('Profile Picture');
  await file.setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await expect(file).toHaveAccessibleDescription(/“me.pdf” is not a JPEG, PNG, GIF or WebP image\./);
  // A file that only calls itself a picture is refused by the server.
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(file).toHaveAccessibleDescription(/The file is not a JPEG, PNG, GIF or WebP image/);
  await expect(file).toBeFocused();

  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawPoster() });
  await expect(page.getByRole('textbox', { name: 'Profile Image URL' })).toBeDisabled();
  await expectAccessible(page, 'the form of a profile with a chosen picture');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  const picture = inHeader.locator('img');
  await expect(picture).toHaveAttribute('src', /^\/uploads\/users\/.*\/large\.webp$/);
  await expect(picture).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: 'Enlarge your profile picture' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: member.username })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(inHeader).toContainText('FA');
  await expect(page.getByRole('button', { name: 'Enlarge your profile picture' })).toHaveCount(0);
});

import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import type { Foyer } from '../server.ts';
import { readMail } from '../outbox.ts';
import { createUser, nobody, openPageFor, type User } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

const firstPassword = 'a good password';

async function fillLogin(page: Page, { username }: User, password: string) {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Logs the user in on a second device, whose browser claims to be Safari on an iPhone. */
async function logInOnPhone(foyer: Foyer, { username }: User) {
  const answer = await fetch(`${foyer.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    },
    body: JSON.stringify({ username, password: firstPassword }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return async () => {
    const headers = { authorization: `Bearer ${data.accessToken}` };
    return (await fetch(`${foyer.url}/api/auth/sessions`, { headers })).status;
  };
}

test('a user changes the password after the form refused a wrong current password and a common new one', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'sue');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Account security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account security');
  const section = page.getByRole('region', { name: 'Password' });
  const current = section.getByRole('textbox', { name: 'Current password' });
  const next = section.getByRole('textbox', { name: 'New password' });
  const change = section.getByRole('button', { name: 'Change password' });
  await next.fill('short');
  await change.click();
  await expect(current).toHaveAccessibleDescription('Enter your current password');
  await expect(next).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await current.fill('not the one');
  await next.fill('a better password');
  await change.click();
  await expect(current).toHaveAccessibleDescription('Current password is not correct');
  await expectAccessible(page, 'the refused password form');
  await current.fill(firstPassword);
  await next.fill('Password123');
  await change.click();
  await expect(next).toHaveAccessibleDescription(/Please choose a less common password/);
  await next.fill('a better password');
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(next).toHaveValue('');
  await page.close();

  const visitor = await openPageFor(browser, foyer, nobody);
  await visitor.goto('/profile/security');
  await expect(visitor).toHaveURL(/\/auth\/login\?next=/);
  await fillLogin(visitor, member, 'a better password');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Account security');
});

test('a user sees the signed-in devices, signs out one device, and then signs out all other devices', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'dev');
  const readPhone = await logInOnPhone(foyer, member);
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/auth/login?next=/profile/security');
  await fillLogin(page, member, firstPassword);
  const section = page.getByRole('region', { name: 'Signed-in devices' });
  const devices = section.getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText(/Chrome on Windows\s*This device/);
  await expect(devices.first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'the list of devices');

  expect(await readPhone()).toBe(200);
  await section.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
  await expect(page.getByText('Safari on iOS is signed out')).toBeVisible();
  await expect(devices).toHaveCount(2);
  expect(await readPhone()).toBe(401);

  await section.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(section.getByText('You are signed in on this device only.')).toBeVisible();
  await expect(devices).toHaveCount(1);

  page.removeAllListeners('console');
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 400, body: 'x' }));
  await page.reload();
  await expect(section.getByText('Failed to load your devices')).toBeVisible();
  await page.unroute('**/api/auth/sessions');
  await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(devices).toHaveCount(1);
});

test('a user who signs out another device must log in again on that device', async ({ browser, foyer }) => {
  const member = await createUser(foyer, 'out');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile/security');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toBeVisible();
  const other = await openPageFor(browser, foyer, nobody);
  await other.goto('/auth/login?next=/profile/security');
  await fillLogin(other, member, firstPassword);
  await other.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(other.getByText('All other devices are signed out')).toBeVisible();
  await other.close();
  await page.goto('/profile/security');
  await expect(page).toHaveURL(/\/auth\/login\?next=/);
});

test('a user must type the current password to change the email address, and the browser does not store the password', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'eve');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const password = page.getByRole('textbox', { name: 'Current password' });
  await expect(password).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Email' }).fill(`new-${member.email}`);
  await password.fill('not the one');
  await expectAccessible(page, 'the profile form with a new address');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(password).toHaveAccessibleDescription(/Current password is not correct/);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
    'not the one',
  );
  await password.fill(firstPassword);
  await save.click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByText(`new-${member.email}`, { exact: true })).toBeVisible();
});

test('the owner of a verified email address reads in a mail that the password was changed', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/auth/login?next=/profile/security');
  await page.getByRole('textbox', { name: 'Username' }).fill('kwame.boateng');
  await page.getByLabel('Password').first().fill('password123');
  await page.getByRole('button', { name: 'Login' }).click();
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('textbox', { name: 'Current password' }).fill('password123');
  await section.getByRole('textbox', { name: 'New password' }).fill('a password of my own');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  const mail = await readMail(foyer, {
    to: 'kwame.boateng@example.org',
    subject: 'The password of your Foyer account was changed',
  });
  expect(mail.text).toContain('/profile/security');
});

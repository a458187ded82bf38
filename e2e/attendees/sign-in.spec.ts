import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { createUser, openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

const username = (page: Page) => page.getByRole('textbox', { name: 'Username' });
const password = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const errorMessage = (page: Page) => page.getByRole('main').getByRole('alert');

async function logInAs(page: Page, name: string, word = 'a good password') {
  await username(page).fill(name);
  await password(page).fill(word);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function answerOnce(page: Page, path: string, status: number, body: unknown) {
  await routeOnce(page, `**${path}`, (route) =>
    typeof body === 'string'
      ? route.fulfill({ status, body, contentType: 'text/html' })
      : route.fulfill({ status, json: body }),
  );
}

test('the login form explains why a login failed, and then leads back to the page that asked for the login', async ({
  page,
  foyer,
}) => {
  const member = await createUser(foyer, 'lou');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await expect(username(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(username(page)).toHaveAttribute('required', '');
  await expect(password(page)).toHaveAttribute('required', '');

  await page.getByRole('button', { name: 'Login' }).click();
  await expect(errorMessage(page)).toHaveText('Please enter both username and password');
  await expect(username(page)).toBeFocused();
  await expectAccessible(page, 'the login with an error');

  await answerOnce(page, '/api/auth/login', 400, { message: 'First the message', msg: 'Not the msg' });
  await logInAs(page, member.username);
  await expect(errorMessage(page)).toHaveText('First the message');
  await answerOnce(page, '/api/auth/login', 400, { msg: 'Then the msg' });
  await logInAs(page, member.username);
  await expect(errorMessage(page)).toHaveText('Then the msg');
  await answerOnce(page, '/api/auth/login', 502, '<h1>Bad gateway</h1>');
  await logInAs(page, member.username);
  await expect(errorMessage(page)).toHaveText('Login failed. Please try again.');
  await answerOnce(page, '/api/auth/login', 200, { status: 'success', data: { user: { id: 1 } } });
  await logInAs(page, member.username);
  await expect(errorMessage(page)).toHaveText('Invalid response from server');
  await logInAs(page, member.username, 'a wrong password');
  await expect(errorMessage(page)).toHaveText('Invalid username or password');
  await expect(password(page)).toBeFocused();

  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/auth/login', (route) => released.then(() => route.continue()));
  await logInAs(page, member.email);
  await expect(page.getByRole('button', { name: 'Logging in' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible();
  await expect(page).toHaveURL(`${foyer.url}/profile`);

  // The login page sends a logged-in user to the address in `next`. Foyer must ignore an address on another site, and
  // open the profile instead.
  await page.goto('/auth/login?next=https://evil.example/');
  await expect(page).toHaveURL(`${foyer.url}/profile`);
});

test('the sign-up form names missing and taken values, and creates an organiser with a team', async ({
  page,
  foyer,
}) => {
  const taken = await createUser(foyer, 'tam');
  const name = `nia${Date.now().toString(36)}`;
  await page.goto('/auth/signup');
  await expect(page.getByText('Create an account to start using our platform')).toBeVisible();
  await expect(page.getByRole('main').getByText('Already have an account? Login')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email');
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password');
  await expect(page.getByRole('textbox', { name: 'Team Name' })).toBeHidden();
  const send = page.getByRole('button', { name: 'Sign Up' });
  await send.click();
  await expect(errorMessage(page)).toHaveText('Please fill in all required fields');

  await username(page).fill(taken.username.toUpperCase());
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@example.org`);
  await password(page).fill('a good password');
  await page.getByRole('checkbox', { name: 'I am an event organizer' }).check();
  await send.click();
  await expect(errorMessage(page)).toHaveText('Please fill in all required fields');
  await expect(page.getByRole('textbox', { name: 'Team Name' })).toBeFocused();
  await expectAccessible(page, 'the sign-up with an error');
  await page.getByRole('textbox', { name: 'Team Name' }).fill(`Team of ${name}`);
  await page.getByRole('textbox', { name: 'Team Description' }).fill('Lamps and lanterns.');
  await send.click();
  await expect(username(page)).toHaveAccessibleDescription(/Username already exists/);
  await expect(username(page)).toBeFocused();

  await username(page).fill(name);
  await answerOnce(page, '/api/auth/register', 201, { status: 'success', data: {} });
  await send.click();
  await expect(errorMessage(page)).toHaveText('Received an invalid response from the server');
  await answerOnce(page, '/api/auth/register', 502, '<h1>Bad gateway</h1>');
  await send.click();
  await expect(errorMessage(page)).toHaveText('Registration failed. Please try again.');

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/auth/register', (route) => released.then(() => route.continue()));
  await send.click();
  await expect(page.getByRole('button', { name: 'Creating Account' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test('a second tab notices when the user logs out or changes accounts in the first tab', async ({
  browser,
  foyer,
}) => {
  const [first, second] = [await createUser(foyer, 'fay'), await createUser(foyer, 'sid')];
  const tab = await openPageFor(browser, foyer, first);
  await tab.goto('/profile');
  await expect(tab.getByRole('heading', { name: first.username })).toBeVisible();
  const other = await tab.context().newPage();
  await other.goto('/support');

  // The user is logged out in this browser even when the call to the server fails.
  await other.route('**/api/auth/logout', (route) => route.abort());
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(`${foyer.url}/auth/login`);
  await expect(tab.getByRole('heading', { name: 'Please log in to view your profile' })).toBeVisible();
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(
    await tab.evaluate('["token", "refreshToken", "userData"].map((key) => localStorage.getItem(key))'),
  ).toEqual([null, null, null]);

  await logInAs(other, second.username);
  await expect(tab.getByRole('heading', { name: second.username })).toBeVisible();
  await expect(tab.getByText(first.username)).toHaveCount(0);
  await expect(tab.getByText(first.email)).toHaveCount(0);
});

test('an expired access token is refreshed once for all waiting calls', async ({ browser, foyer }) => {
  const member = await createUser(foyer, 'ray');
  const stored = member.stored.map(({ name, value }) =>
    name === 'token' ? { name, value: 'eyJhbGciOiJIUzI1NiJ9.e30.worn-out' } : { name, value },
  );
  const page = await openPageFor(browser, foyer, { stored });
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh-token')) renewals.push(request.url());
  });
  await page.goto('/profile');
  await expect(page.getByText('No tickets yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: member.username })).toBeVisible();
  expect(renewals).toHaveLength(1);
});

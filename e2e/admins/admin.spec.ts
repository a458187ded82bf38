import { expect } from '@playwright/test';
import { getStatus, expectRollback, expectToast, findRow, logInAdmin } from './admins.ts';
import { test } from '../foyer-test.ts';
import { createUser, openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

const sidebar = [
  ['Overview', '/admin'],
  ['Users', '/admin/users'],
  ['Teams', '/admin/teams'],
  ['Events', '/admin/events'],
  ['Settings', '/admin/settings'],
  ['Payments', '/admin/payments'],
  ['Webhooks', '/admin/webhooks'],
  ['Audit Log', '/admin/audit'],
  ['Back to Site', '/'],
];

test('only administrators can open the admin dashboard, which links to every admin page', async ({
  browser,
  foyer,
}) => {
  const member = await openPageFor(browser, foyer, await createUser(foyer, 'ned'));
  await member.goto('/admin/users');
  await expect(member).toHaveURL(`${foyer.url}/`);
  await member.close();

  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const main = page.getByRole('main');
  for (const name of ['Total registered users', 'Active teams', 'Total events', 'Active team memberships']) {
    await expect(main.getByRole('link', { name: new RegExp(`^[\\d,]+ ?${name}$`) })).toBeVisible();
  }
  await expect(main.getByText('All systems operational')).toBeVisible();
  await expect(main.getByText('Last security audit: 3 days ago')).toBeVisible();
  await expect(main.getByText('8 open support tickets')).toBeVisible();
  await expect(main.getByText('Sample text', { exact: true })).toHaveCount(2);
  await expect(main.getByRole('link', { name: 'system check' }).first()).toHaveAttribute(
    'href',
    '/admin/settings',
  );

  const aside = page.getByRole('complementary', { name: 'Admin Dashboard' });
  expect(await aside.getByRole('link').allInnerTexts()).toEqual(sidebar.map(([name]) => name));
  for (const [name, path] of sidebar) {
    await expect(aside.getByRole('link', { name })).toHaveAttribute('href', String(path));
  }
  await page.keyboard.press('Control+b');
  await expect(aside).toBeHidden();
  await page.keyboard.press('Control+b');

  await page.setViewportSize({ width: 360, height: 760 });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Admin Dashboard' });
  await expectAccessible(page, 'the sheet of the admin dashboard');
  await sheet.getByRole('link', { name: 'Users' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/admin/users');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Username');
  await expect(page).toHaveURL('/admin/users?sort_by=username&order=desc');
  await page.getByRole('button', { name: 'Sort ascending' }).click();
  await expect(page).toHaveURL('/admin/users?sort_by=username&order=asc');
  await expect(page.getByRole('list', { name: 'users' }).getByRole('listitem').first()).toContainText(
    'admin',
  );
  await page.goto('/admin/nowhere');
  await expect(page.getByText('Ruh Roh.')).toBeVisible();
});

test('an administrator sorts the list of users, goes through its pages and searches it', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/users');
  for (const header of ['ID', 'Username', 'Email', 'Role', 'Created', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  const byName = page.getByRole('columnheader', { name: 'Username' });
  await byName.getByRole('button').click();
  await expect(byName).toHaveAttribute('aria-sort', 'descending');
  await byName.getByRole('button').click();
  await expect(byName).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL('/admin/users?sort_by=username&order=asc');
  await expect(findRow(page, 'admin@example.org').getByText('Admin', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody is called so');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/admin/users?sort_by=username&order=asc&page=2');
  await expect(page.getByText(/^Showing 21 to \d+ of \d+ users$/)).toBeVisible();
});

test('an administrator corrects the form and creates a user; the list drops a new user that the server refuses', async ({
  browser,
  foyer,
}) => {
  const known = await createUser(foyer, 'kit');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/users');
  const add = page.getByRole('button', { name: 'Add New User' });
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Username' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  const password = dialog.getByLabel(/^Password/);
  const submit = dialog.getByRole('button', { name: 'Add User' });
  await add.click();
  await submit.click();
  await expect(name).toHaveAccessibleDescription('Username is required');
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(password).toHaveAccessibleDescription(/Password is required/);
  const username = `lou${Date.now().toString(36)}`;
  await name.fill(known.username);
  await email.fill('not an address');
  await password.fill('short');
  await submit.click();
  await expect(email).toHaveAccessibleDescription('Email is invalid');
  await expect(password).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await expectAccessible(page, 'a new user with errors');
  await email.fill(`${username}@example.org`);
  await password.fill('long enough');
  await submit.click();
  await expect(name).toHaveAccessibleDescription('Username already exists');
  await name.fill(username);
  await expectRollback(
    page,
    { url: '**/api/users', method: 'POST', msg: 'The cellar is flooded' },
    {
      submit: () => submit.click(),
      whileWaiting: () => expect(page.locator('tbody').getByText(username, { exact: true })).toBeVisible(),
      afterRefusal: () => expect(page.locator('tbody').getByText(username, { exact: true })).toHaveCount(0),
    },
  );
  await submit.click();
  await expectToast(page, `User ${username} created successfully`);
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
});

test('an administrator edits a user; the page undoes an edit that the server refuses, and keeps typed text', async ({
  browser,
  foyer,
}) => {
  const { username } = await createUser(foyer, 'lou');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Username' });
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username);
  await expect(page).toHaveURL(/q=lou/);
  const edit = page.getByRole('button', { name: `Edit ${username}` });
  await edit.click();
  await name.fill(`${username}-2`);
  await expectRollback(
    page,
    { url: '**/api/users/*', method: 'PATCH', msg: 'The ink has run out' },
    {
      submit: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
      whileWaiting: () => expect(page.locator('tbody th')).toHaveText(`${username}-2`),
      afterRefusal: () => expect(page.locator('tbody th')).toHaveText(username),
    },
  );
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `User ${username}-2 updated successfully`);
  await expect(page.getByRole('button', { name: `Edit ${username}-2` })).toBeFocused();

  // The call that loads the user again fails, and the typed text must stay.
  await page.getByRole('link', { name: `View ${username}-2` }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await name.fill(`${username}-3`);
  const shown = page.url().split('/').at(-1);
  await routeOnce(page, `**/api/users/${shown}`, (route) => route.fulfill({ status: 429, body: 'Wait' }));
  await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
  await expect(page.getByText('Failed to load user What you see may be out of date.')).toBeVisible();
  await expect(name).toHaveValue(`${username}-3`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();

  // The user logs out in another tab, and this tab has not noticed the logout yet.
  await page.getByRole('button', { name: `Delete ${username}-2` }).click();
  await page.evaluate("localStorage.removeItem('token')");
  await page.getByRole('button', { name: 'Delete User' }).click();
  await expectToast(page, 'You must be logged in to delete users');
});

test('an administrator makes a user an administrator and takes this back; both changes take effect at once', async ({
  browser,
  foyer,
}) => {
  const known = await createUser(foyer, 'may');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto(`/admin/users?q=${known.username}`);
  const badge = page.locator('tbody').getByText(/^(Admin|User)$/);
  const dialog = page.getByRole('dialog');
  const access = dialog.getByRole('switch', { name: 'Admin Access' });
  await page.getByRole('button', { name: `Edit ${known.username}` }).click();
  await expectRollback(
    page,
    { url: '**/api/admin/users/*', method: 'PATCH', msg: 'Not on a Saturday' },
    {
      submit: () => access.click(),
      whileWaiting: () => expect(badge).toHaveText('Admin'),
      afterRefusal: () => Promise.all([expect(badge).toHaveText('User'), expect(access).not.toBeChecked()]),
    },
  );
  expect(await getStatus(foyer, '/users', known)).toBe(403);
  await access.click();
  await expectToast(page, `User ${known.username} promoted to admin successfully`);
  expect(await getStatus(foyer, '/users', known)).toBe(200);
  const otherPage = await openPageFor(browser, foyer, known);
  await otherPage.goto('/admin/teams');
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Teams');
  await expectAccessible(page, 'the form of an administrator');
  await access.click();
  await expectToast(page, `User ${known.username} removed from admin role successfully`);
  expect(await getStatus(foyer, '/users', known)).toBe(403);
  await otherPage
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await otherPage.getByRole('button', { name: 'Delete Team' }).click();
  await expectToast(otherPage, 'You do not have permission to do this');
  await expect(otherPage).toHaveURL(`${foyer.url}/`);
  await otherPage.close();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: `View ${known.username}` }).click();
  await expect(page.getByRole('heading', { name: known.username })).toBeVisible();
  await expect(page.getByRole('link', { name: known.email })).toBeVisible();
  await expect(page.getByText('No registrations yet.')).toBeVisible();
});

test('an administrator deletes another user, but cannot delete their own account or demote the last site administrator', async ({
  browser,
  foyer,
}) => {
  const known = await createUser(foyer, 'max');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  const dialog = page.getByRole('dialog');
  const access = dialog.getByRole('switch', { name: 'Admin Access' });
  await page.goto('/admin/users?q=admin@example.org');
  await page.getByRole('button', { name: 'Edit admin' }).click();
  await access.click();
  await expect(dialog.getByText(/^This is the last site administrator\./)).toBeVisible();
  await expect(access).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete admin' }).click();
  await expect(dialog).toHaveAccessibleName('You cannot delete yourself');
  await dialog.getByText('Close', { exact: true }).click();

  await page.goto(`/admin/users?q=${known.username}`);
  const remove = page.getByRole('button', { name: `Delete ${known.username}` });
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await remove.click();
  await expect(question).toContainText('This action cannot be undone.');
  await expectRollback(
    page,
    { url: '**/api/users/*', method: 'DELETE', msg: 'They are still dancing' },
    {
      submit: () => question.getByRole('button', { name: 'Delete User' }).click(),
      whileWaiting: () => expect(page.locator('tbody')).toHaveCount(0),
      afterRefusal: () => expect(page.locator('tbody th')).toHaveText(known.username),
    },
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Delete User' }).click();
  await expectToast(page, `User ${known.username} deleted successfully`);
  await expect(page.getByText('No users found')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused();
  expect(await getStatus(foyer, '/users', known)).toBe(401);
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { buyTicket, createUser, openPageFor, publishEventBy, register, verifyAddress } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { createSale } from './sales.ts';
import { routeOnce } from '../routes.ts';

function refuse(status: number, code: string, msg: string) {
  return { status, json: { status: 'error', code, msg } };
}

test('a user enters the password again, and then downloads all data about their account as JSON', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'ola', 'Data of');
  const title = `Data ${organiser.username}`;
  const member = await createUser(foyer, 'dan');
  await register(foyer, member, await publishEventBy(foyer, organiser, { title }));
  const page = await openPageFor(browser, foyer, member);
  // The browser logs each refused call below as an error, which must not fail the test.
  page.removeAllListeners('console');
  await page.goto('/profile/security');
  const section = page.getByRole('region', { name: 'Download my data' });
  const button = section.getByRole('button', { name: 'Download my data' });
  const question = page.getByRole('dialog', { name: 'Your Password' });
  const tooMany = refuse(429, 'too_many_requests', 'Too many requests. Please try again in 40 minutes.');
  await routeOnce(page, '**/api/users/*/export', (route) => route.fulfill(tooMany));
  await button.click();
  await expect(section.getByRole('alert')).toHaveText('Too many requests. Please try again in 40 minutes.');

  // Answer in place of the server, which asks for the password again when the login was a while ago.
  const askAgain = refuse(403, 'password_confirmation_required', 'Enter your password again to do this');
  const askOnce = () => routeOnce(page, '**/api/users/*/export', (route) => route.fulfill(askAgain));
  await askOnce();
  await button.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toBeFocused();
  await expect(section.getByRole('alert')).toBeEmpty();
  await askOnce();
  await button.click();
  await question.getByRole('textbox', { name: 'Password' }).fill('a good password');
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Continue' }).click();
  const download = await downloading;
  await expect(page.getByText('Your data is downloaded')).toBeVisible();
  expect(download.suggestedFilename()).toBe(`Foyer data of ${member.username}.json`);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown;
  expect(data).toMatchObject({
    profile: { username: member.username, email: member.email },
    registrations: [{ event_title: title, status: 'registered' }],
    tickets: [{ event_title: title, status: 'valid' }],
  });
});

/**
 * Creates a verified organiser who holds a free and a paid ticket for events of another team, and publishes
 * an event.
 */
async function createLeaver(foyer: Foyer) {
  const { organiser, title, eventId } = await createSale(foyer, 'lee');
  const leaver = await createUser(foyer, 'gil', 'Farewells of');
  await verifyAddress(foyer, leaver);
  await buyTicket(foyer, leaver, eventId);
  const free = `Free ${organiser.username}`;
  await register(foyer, leaver, await publishEventBy(foyer, organiser, { title: free }));
  await publishEventBy(foyer, leaver, { title: `Own ${leaver.username}` });
  return { leaver, title };
}

async function openDeletion(page: Page) {
  await page.goto('/profile/security');
  const section = page.getByRole('region', { name: 'Delete my account' });
  await section.getByRole('button', { name: 'See what happens' }).click();
  return section;
}

test('a user reads what deleting the account means, deletes the account, and gets a last mail', async ({
  browser,
  foyer,
}) => {
  const { leaver, title } = await createLeaver(foyer);
  const page = await openPageFor(browser, foyer, leaver);
  page.removeAllListeners('console');
  const section = await openDeletion(page);
  await expect(section.getByText('You give up 2 places at events that are not over.')).toBeVisible();
  await expect(section.getByText('1 paid ticket becomes invalid, and you get no money back')).toBeVisible();
  await expect(section.getByText(`${title}, May 1, 2031, £12.50`)).toBeVisible();
  await expect(section.getByText(`You leave the team Farewells of ${leaver.username}.`)).toContainText(
    'It then has no admin. Make another member its admin first if the team goes on.',
  );
  await expect(section.getByText('1 event that you created stays, without your name.')).toBeVisible();
  await expect(section.getByText(`A last email to ${leaver.email} confirms the deletion.`)).toBeVisible();

  const name = section.getByRole('textbox', { name: 'Your username, to confirm' });
  const password = section.getByRole('textbox', { name: 'Current password' });
  const confirm = section.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect(name).toHaveAccessibleDescription(/Type gil\S+ to confirm/);
  await expect(password).toHaveAccessibleDescription('Enter your current password');
  await expectAccessible(page, 'the form that deletes the account', true);
  await name.fill(leaver.username);
  await password.fill('not the one');
  await confirm.click();
  await expect(password).toHaveAccessibleDescription('Current password is not correct');
  await password.fill('a good password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account is deleted', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();

  const mail = await readMail(foyer, { to: leaver.email, subject: 'Your Foyer account is deleted' });
  expect(mail.text).toContain('Your places at events were given back');
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(leaver.username);
  await page.getByLabel('Password').first().fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid username or password')).toBeVisible();
});

test('the only admin of a team with paid tickets cannot delete the account before another member becomes team admin', async ({
  browser,
  foyer,
}) => {
  const { organiser, eventId, buyer } = await createSale(foyer, 'max');
  const page = await openPageFor(browser, foyer, organiser);
  page.removeAllListeners('console');
  const section = await openDeletion(page);
  await expect(section.getByRole('heading', { name: 'What happens' })).toBeVisible();
  // The team sells its first ticket before the organiser sends the form that deletes the account.
  await buyTicket(foyer, buyer, eventId);
  await section.getByRole('textbox', { name: 'Your username, to confirm' }).fill(organiser.username);
  await section.getByRole('textbox', { name: 'Current password' }).fill('a good password');
  await section.getByRole('button', { name: 'Delete my account' }).click();
  const reason = section.getByRole('heading', { name: 'You cannot delete your account yet' });
  await expect(reason).toBeVisible();
  await expectAccessible(page, 'the reason why the account cannot be deleted');
  await section.getByRole('link', { name: 'Make another member its admin' }).click();
  await expect(page).toHaveURL(/\/dashboard\?.*section=team-members/);
});

import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import type { Foyer } from '../server.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, nobody, openPageFor } from '../users.ts';

/**
 * Finds the link in a mail. In the text of the mail, the link follows a label such as `Verify this address`.
 */
async function findLink(foyer: Foyer, to: string, { subject, label }: { subject: string; label: string }) {
  const { text = '' } = await readMail(foyer, { to, subject });
  return new RegExp(`${label}: (\\S+)`).exec(text)?.[1] ?? `There is no "${label}" in: ${text}`;
}

const newPasswordMail = { subject: 'Choose a new password', label: 'Choose a new password' };
const verificationMail = { subject: 'Verify your email address', label: 'Verify this address' };

/**
 * Records every request of the page, so that a story can check that no request contains the secret of a link.
 */
function noteRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
  return sent;
}

async function chooseNewPassword(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a user who forgot the password chooses a new password with a mailed link that works only once, and logs in', async ({
  browser,
  foyer,
}) => {
  const user = await createUser(foyer, 'remy');
  const elsewhere = await openPageFor(browser, foyer, user);
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('no address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(email).toHaveAccessibleDescription('Email is invalid');
  await email.fill(user.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status').getByText(`If ${user.email} has an account`)).toBeVisible();
  await expectAccessible(page, 'the link was sent');

  const link = await findLink(foyer, user.email, newPasswordMail);
  const requests = noteRequests(page);
  await page.goto(link);
  await chooseNewPassword(page, 'Password123');
  await expect(page.getByText('Please choose a less common password')).toBeVisible();
  await expectAccessible(page, 'the form for a new password');
  await chooseNewPassword(page, 'seven green bottles');
  await expect(heading(page)).toHaveText('Password changed');
  const [, token = ''] = link.split('#');
  expect(token).not.toBe('');
  expect(requests.filter((request) => request.includes(token))).toEqual([]);
  expect(foyer.readLog()).not.toContain(token);

  await page.getByRole('link', { name: 'Login' }).last().click();
  await page.getByRole('textbox', { name: 'Username' }).fill(user.username);
  await page.getByLabel('Password').first().fill('seven green bottles');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Your Profile');
  // The new password ends the session of the other browser, and the mailed link verifies the email address.
  await elsewhere.goto('/profile/security');
  await expect(elsewhere.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('Verify your email address.')).toBeHidden();
  await page.goto(link);
  await chooseNewPassword(page, 'eight green bottles');
  await expect(heading(page)).toHaveText('This link does not work');
  await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
});

test('a new user asks for another verification link, and verifies their email address with it', async ({
  browser,
  foyer,
}) => {
  const user = await createUser(foyer, 'vera');
  const page = await openPageFor(browser, foyer, user);
  await page.goto('/profile');
  const notice = page.getByRole('region', { name: 'Verify your email address' });
  await notice.getByText('What you cannot do yet').click();
  await expect(notice.getByText('you cannot give tickets to others')).toBeVisible();
  await notice.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('We have sent you a new link')).toBeVisible();
  await expectAccessible(page, 'a profile whose address is not verified');
  const link = await findLink(foyer, user.email, verificationMail);
  await page.goto('/verify-email');
  await expect(heading(page)).toHaveText('This link is incomplete');
  await page.goto(link);
  await expect(heading(page)).toHaveText('Your address is verified');
  await page.getByRole('link', { name: 'Your profile' }).last().click();
  await expect(heading(page)).toHaveText('Your Profile');
  await expect(notice).toBeHidden();

  const visitor = await openPageFor(browser, foyer, nobody);
  await visitor.goto(link);
  await expect(heading(visitor)).toHaveText('This link does not work');
  await expect(visitor.getByText('it was used already')).toBeVisible();
});

test('the owner of an email address stops all mails that they did not ask for, and then allows them again', async ({
  browser,
  foyer,
}) => {
  const user = await createUser(foyer, 'stan');
  const link = await findLink(foyer, user.email, {
    ...verificationMail,
    label: 'stop all emails to this address',
  });
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(link);
  const wanted = page.getByRole('switch', { name: 'All emails that you did not ask for' });
  await expect(wanted).toBeChecked();
  await wanted.click();
  await expect(page.getByText('You will no longer get these emails')).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await expectAccessible(page, 'stopped mails');
  await page.reload();
  await wanted.click();
  await expect(page.getByText('You will get these emails again')).toBeVisible();
  await expect(wanted).toBeChecked();
});

test('after verifying the address, a new organiser goes on with the first steps', async ({
  browser,
  foyer,
}) => {
  const user = await createUser(foyer, 'orla', 'Fairs of');
  const page = await openPageFor(browser, foyer, user);
  await page.goto(await findLink(foyer, user.email, verificationMail));
  await expect(heading(page)).toHaveText('Your address is verified');
  await page.getByRole('link', { name: 'Your dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Your first event' })).toBeVisible();
});

import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, nobody, openPageFor, verifyAddress } from '../users.ts';
import { card, getTeamId, invite } from './team-dashboard.ts';

/**
 * Creates a team whose admin has a verified email address. Foyer mails an invitation only if the email address of
 * the admin who invites is verified.
 */
async function makeTeam(foyer: Foyer) {
  const organiser = await createUser(foyer, 'ida', 'Inviters');
  await verifyAddress(foyer, organiser);
  const team = `Inviters ${organiser.username}`;
  return { organiser, team, teamId: await getTeamId(foyer, team) };
}

test('a person without an account follows the link in an invitation mail, signs up, verifies the email address and joins the team', async ({
  browser,
  foyer,
}) => {
  const { organiser, team, teamId } = await makeTeam(foyer);
  const username = organiser.username.replace('ida', 'new');
  const email = `${username}@example.org`;
  await invite(foyer, organiser, { email }, { teamId, role: 'event_manager' });
  const subject = `${organiser.username} invites you to the team ${team}`;
  const mail = await readMail(foyer, { to: email, subject });
  const link = mail.text?.match(/\S+\/invitations\b/)?.[0] ?? '';
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team invitations');
  await expectAccessible(page, 'the invitations of a visitor');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill('a good password');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByText(`Invitations that were sent to ${email} appear here`)).toBeVisible();
  await expectAccessible(page, 'the invitations of a person who has not verified the address');
  const verification = await readMail(foyer, { to: email, subject: 'Verify your email address' });
  await page.goto(verification.text?.match(/\S+\/verify-email#\S+/)?.[0] ?? '');
  await page.getByRole('main').getByRole('link', { name: 'Your profile' }).click();
  await page.getByRole('link', { name: 'See the invitation' }).click();
  await expect(page.getByText(`${organiser.username} invited you as event manager on`)).toBeVisible();
  await expectAccessible(page, 'an open invitation');
  await page.getByRole('button', { name: `Accept: ${team}` }).click();
  await expect(page.getByText(`You are now a member of ${team}`)).toBeVisible();
  await expect(page).toHaveURL(`/dashboard?team=${teamId}`);
  await page.goto(`/dashboard?section=team-members&team=${teamId}`);
  await expect(card(page, username)).toContainText('event manager');
});

test('an invited user reads about the invitation on the profile, and declines it', async ({
  browser,
  foyer,
}) => {
  const { organiser, team, teamId } = await makeTeam(foyer);
  const person = await createUser(foyer, 'ben');
  await invite(foyer, organiser, { user_id: person.id }, { teamId, role: 'owner' });
  const page = await openPageFor(browser, foyer, person);
  await page.goto('/profile');
  await expect(page.getByText(`${organiser.username} invited you to the team ${team}.`)).toBeVisible();
  await expectAccessible(page, 'a profile with an invitation');
  await page.getByRole('link', { name: 'See the invitation' }).click();
  const decline = page.getByRole('button', { name: `Decline: ${team}` });
  const question = page.getByRole('alertdialog');
  await decline.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(decline).toBeFocused();
  await decline.press('Enter');
  await question.getByRole('button', { name: 'Decline' }).press('Enter');
  await expect(page.getByText(`You declined the invitation to ${team}`)).toBeVisible();
  await expect(page.getByText('You have no open invitations')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Your Tickets' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the invitation' })).toHaveCount(0);
});

test('an invited user reads that the team has withdrawn the invitation', async ({ browser, foyer }) => {
  const { organiser, team, teamId } = await makeTeam(foyer);
  const person = await createUser(foyer, 'cem');
  await verifyAddress(foyer, person);
  const id = await invite(foyer, organiser, { user_id: person.id }, { teamId, role: 'owner' });
  const page = await openPageFor(browser, foyer, person);
  await page.goto('/invitations');
  const accept = page.getByRole('button', { name: `Accept: ${team}` });
  await expect(accept).toBeVisible();
  await call(foyer, `DELETE /teams/invitations/${id}`, organiser);
  await accept.click();
  await expect(page.getByText('This invitation has ended or was withdrawn.')).toBeVisible();
  await expect(page.getByText('You have no open invitations')).toBeVisible();
  await expect(page.getByText(`You are logged in as ${person.username}`)).toBeVisible();
});

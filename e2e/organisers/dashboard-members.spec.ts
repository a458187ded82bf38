import { type Browser, expect } from '@playwright/test';
import { heading } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { buyTicket, call, createUser, openPageFor, publishEventBy } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { addMember, card, getTeamId } from './team-dashboard.ts';
import { routeOnce } from '../routes.ts';

async function openMembers(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'mia', 'Members of');
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto('/dashboard?section=team-members');
  return {
    organiser,
    team: `Members of ${organiser.username}`,
    page,
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
  };
}

test('a team admin invites somebody, reads why some people cannot be invited, and sends an invitation again or withdraws it', async ({
  browser,
  foyer,
}) => {
  const { organiser, page, dialog } = await openMembers(browser, foyer);
  const mate = await createUser(foyer, 'mat');
  await expect(page.getByText('Nobody is invited right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Invite Team Member' }).click();
  const who = dialog.getByLabel('Username or email');
  await who.press('Enter');
  await expect(who).toHaveAccessibleDescription('Username or email is required');
  for (const [name, refusal] of [
    ['nobody-at-all', 'User not found'],
    ['no body', 'Username can only have letters, digits, _, - and .'],
    [organiser.username, 'This person is already a member of the team'],
  ] as const) {
    await who.fill(name);
    await who.press('Enter');
    await expect(who).toHaveAccessibleDescription(refusal);
    await expect(who).toHaveValue(name);
  }
  await expectAccessible(page, 'a member who cannot be invited');
  await who.fill(mate.email);
  await dialog.getByRole('radio', { name: 'organizer' }).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`Invitation sent to ${mate.email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite Team Member' })).toBeFocused();
  await expect(card(page, mate.username)).toHaveCount(0);
  const pending = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');
  await expect(pending).toContainText(
    new RegExp(`${mate.email}.*organizer.*Invited by ${organiser.username}`),
  );
  await expectAccessible(page, 'a team with a pending invitation');
  await pending.getByRole('button', { name: `Send Again: ${mate.email}` }).click();
  await expect(page.getByText(`Invitation sent again to ${mate.email}`)).toBeVisible();
  await pending.getByRole('button', { name: `Withdraw: ${mate.email}` }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(page.getByText('Nobody is invited right now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pending invitations' })).toBeFocused();
});

test('a team admin changes a role, but the last team admin cannot step down or leave', async ({
  browser,
  foyer,
}) => {
  const { organiser, team, page, dialog, question } = await openMembers(browser, foyer);
  const mate = await createUser(foyer, 'mat');
  await addMember(foyer, organiser, await getTeamId(foyer, team), mate, 'organizer');
  await page.reload();
  await page.getByRole('button', { name: `Change Role: ${mate.username}` }).click();
  await dialog.getByRole('radio', { name: 'event manager' }).check();
  await dialog.getByRole('button', { name: 'Save Role' }).click();
  await expect(card(page, mate.username)).toContainText(mate.email);
  await expect(card(page, mate.username)).toContainText(/event manager.*Joined [A-Z][a-z]{2} \d+, 20\d\d/s);
  // The last team admin cannot take another role.
  await page.getByRole('button', { name: `Change Role: ${organiser.username}` }).click();
  await dialog.getByRole('radio', { name: 'owner' }).check();
  await dialog.getByRole('button', { name: 'Save Role' }).click();
  const refusal = 'This is the last team admin. Make somebody else a team admin first.';
  await expect(dialog.getByRole('alert')).toHaveText(refusal);
  await expect(dialog.getByRole('radio', { name: 'owner' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await question.getByRole('button', { name: 'Leave Team' }).click();
  await expect(question.getByRole('alert')).toHaveText(refusal);
  await expectAccessible(page, 'a team that cannot be left');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
});

test('a team admin removes a member', async ({ browser, foyer }) => {
  const { organiser, team, page, question } = await openMembers(browser, foyer);
  const other = await createUser(foyer, 'ole');
  await addMember(foyer, organiser, await getTeamId(foyer, team), other, 'owner');
  await page.reload();
  await expect(card(page, other.username)).toBeVisible();
  await expect(card(page, organiser.username).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  const remove = page.getByRole('button', { name: `Remove: ${other.username}` });
  await remove.click();
  await expect(question).toHaveAccessibleName('Remove Team Member');
  await expect(question).toContainText(/lose access to the events and resources.*cannot be undone/);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  const removal = '**/api/teams/*/members/*';
  await routeOnce(page, removal, (route) => route.fulfill({ status: 409, json: { msg: 'Not today' } }));
  await remove.click();
  await question.getByRole('button', { name: 'Remove Member' }).click();
  await expect(page.getByText('Failed to remove team member')).toBeVisible();
  await expect(page.getByText('Not today')).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Remove Member' }).click();
  await expect(page.getByText('Team member removed successfully')).toBeVisible();
  await expect(card(page, other.username)).toHaveCount(0);
  // The focused button disappeared with the card of the removed member, so the focus moves to the list.
  await expect(page.getByRole('list', { name: 'Team members' }).locator(':focus')).toHaveCount(1);
});

test('a member leaves the team and then has no dashboard', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'mo', 'Crews of');
  const team = `Crews of ${organiser.username}`;
  const mate = await createUser(foyer, 'mat');
  await addMember(foyer, organiser, await getTeamId(foyer, team), mate, 'event_manager');
  const page = await openPageFor(browser, foyer, mate);
  await page.goto('/dashboard?section=team-members');
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(page.getByText(`You have left ${team}`)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/profile');
  await page.goto('/events/create');
  await expect(heading(page, 'Permission Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to create events.")).toBeVisible();
});

test('a team admin can delete the team only after its paid tickets are refunded', async ({
  browser,
  foyer,
}) => {
  const { organiser, team, page, question } = await openMembers(browser, foyer);
  const mate = await createUser(foyer, 'mat');
  const sold = await publishEventBy(foyer, organiser, { title: `Sold ${organiser.username}`, price: 5 });
  await buyTicket(foyer, mate, sold);
  await page.goto('/dashboard?section=team-members');
  const { promise: counted, resolve: count } = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/events/team/*', (route) => counted.then(() => route.continue()));
  await page.getByRole('button', { name: 'Delete Team' }).click();
  await expect(page.getByRole('button', { name: 'Delete Team' })).toHaveAttribute('aria-busy');
  await expect(question).toBeHidden();
  count();
  await expect(question).toContainText('Its other events stay, but without a team to run them.');
  await expect(question).toContainText('1 published event to come will stay on sale.');
  await question.getByRole('button', { name: 'Delete Team' }).click();
  await expect(question.getByRole('alert')).toHaveText(/^This team has paid tickets for upcoming events/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  const { tickets } = await call<{ tickets: { id: number }[] }>(
    foyer,
    `GET /tickets/event/${sold}`,
    organiser,
  );
  await call(foyer, `POST /stripe/refund/${tickets[0]?.id}`, organiser);
  await page.getByRole('button', { name: 'Delete Team' }).click();
  await question.getByRole('button', { name: 'Delete Team' }).click();
  await expect(page.getByText(`Team “${team}” deleted successfully`)).toBeVisible();
  await expect(page).toHaveURL('/profile');
});

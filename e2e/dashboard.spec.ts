import { expect, type Page } from '@playwright/test';
import { test } from './foyer-test.ts';
import { buyTicket, call, type Member, openPageOf, publishEventBy, signUpMember } from './members.ts';
import type { Foyer } from './server.ts';
import { expectSound } from './soundness.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Team members' }).getByRole('listitem').filter({ hasText: name });

async function findTeamId(foyer: Foyer, name: string) {
  const { team } = await call<{ team: { id: number } }>(
    foyer,
    `GET /teams/name/${encodeURIComponent(name)}`,
    null,
  );
  return team.id;
}

function join(foyer: Foyer, organiser: Member, teamId: number, member: Member, role: string) {
  const body = { team_id: teamId, role, user_id: member.id };
  return call<{ newTeamMember: { id: number } }>(foyer, 'POST /teams/members', organiser, body);
}

async function createDraft(foyer: Foyer, organiser: Member, teamId: number, title: string) {
  await call(foyer, 'POST /events', organiser, {
    team_id: teamId,
    title,
    start_time: '2031-06-01T18:00:00.000Z',
    end_time: '2031-06-01T20:00:00.000Z',
  });
}

test('the dashboard has its sections, its sidebar and one team after the other in its address', async ({
  browser,
  foyer,
}) => {
  const organiser = await signUpMember(foyer, 'dee', 'First of');
  const first = await findTeamId(foyer, `First of ${organiser.username}`);
  const title = `First night ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  const page = await openPageOf(browser, foyer, organiser);
  await page.goto('/dashboard?section=draft-events');
  await expect(heading(page, 'Draft Events')).toBeVisible();
  await expect(page.getByText("You don't have any draft events.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New Event' })).toHaveAttribute(
    'href',
    `/events/create?team=${first}`,
  );
  await createDraft(foyer, organiser, first, `Someday ${organiser.username}`);
  const second = await call<{ team: { id: number } }>(foyer, 'POST /teams', organiser, {
    name: `Second of ${organiser.username}`,
  });
  await page.reload();
  await expect(page.getByRole('link', { name: `Edit: Someday ${organiser.username}` })).toBeVisible();
  await page.getByLabel('Team', { exact: true }).selectOption(`Second of ${organiser.username}`);
  await expect(page).toHaveURL(`/dashboard?section=draft-events&team=${second.team.id}`);
  await expect(page.getByText("You don't have any draft events.")).toBeVisible();
  await page.getByRole('link', { name: 'All Events' }).click();
  await expect(page).toHaveURL(`/dashboard?team=${second.team.id}`);
  await expect(page.getByText('No events found.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No events found.')).toBeVisible();
  await expectSound(page, 'a team without events');
  await page.getByLabel('Team', { exact: true }).selectOption(`First of ${organiser.username}`);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: `Edit: ${title}` })).toHaveAttribute(
    'href',
    /\/events\/edit\/\d+$/,
  );

  const sidebar = page.getByRole('complementary', { name: 'Team Dashboard' });
  expect((await sidebar.boundingBox())?.width).toBe(256);
  await page.getByRole('button', { name: 'Toggle sidebar' }).hover();
  await expect(page.getByText('Toggle sidebar (Ctrl+B)')).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(sidebar).toBeHidden();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600);
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(7 * 24 * 3600);
  await page.reload();
  await expect(heading(page, 'All Events')).toBeVisible();
  await expect(sidebar).toBeHidden();
  await page.keyboard.press('Meta+b');
  await expect(sidebar).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(sidebar).toBeHidden();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Team Dashboard' });
  await expect(sheet).toContainText('Event Management');
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288);
  await sheet.getByLabel('Team', { exact: true }).selectOption(`Second of ${organiser.username}`);
  await expect(page).toHaveURL(`/dashboard?team=${second.team.id}`);
  await sheet.getByLabel('Team', { exact: true }).selectOption(`First of ${organiser.username}`);
  await expect(page).toHaveURL('/dashboard');
  await sheet.getByRole('link', { name: 'Team Members' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/dashboard?section=team-members');
  await expect(card(page, organiser.username)).toContainText('team admin');

  await page.goto('/dashboard?section=create-event');
  await expect(page).toHaveURL('/events/create');

  // What the team's other roles see of it.
  const helper = await signUpMember(foyer, 'hew');
  await join(foyer, organiser, first, helper, 'owner');
  const theirs = await openPageOf(browser, foyer, helper, { colorScheme: 'dark' });
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('link', { name: `Check in: ${title}` })).toBeVisible();
  await expect(theirs.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Create New Event' }).click();
  await expect(heading(theirs, 'Permission Denied')).toBeVisible();
  await expect(
    theirs.getByText(`You don't have permission to create events for First of ${organiser.username}.`),
  ).toBeVisible();
  await expectSound(theirs, 'events that may not be created');
  await theirs.getByRole('link', { name: 'Return to Dashboard' }).click();
  await theirs.getByRole('link', { name: title, exact: true }).click();
  await expect(theirs.getByRole('button', { name: 'Delete Event' })).toBeVisible();
  await theirs.getByRole('link', { name: 'Edit Event' }).click();
  await expect(heading(theirs, 'Permission Denied')).toBeVisible();
  await theirs.goto('/dashboard?section=team-members');
  await expect(card(theirs, helper.username)).toContainText('owner');
  await expect(theirs.getByRole('button', { name: /^Remove|^Change|^Add|^Delete/ })).toHaveCount(0);
  await expectSound(theirs, 'the members of a team, to one of them');

  // Once, and once more by itself.
  await theirs.route('**/api/events/team/*', (route) => route.fulfill({ status: 403, body: 'No' }), {
    times: 2,
  });
  await theirs.goto('/dashboard');
  await expect(theirs.getByText('Failed to load dashboard data')).toBeVisible();
  await theirs.getByRole('button', { name: 'Try Again' }).click();
  await expect(theirs.getByRole('link', { name: `Check in: ${title}` })).toBeVisible();

  // A team with a past shows it a part at a time.
  await theirs.route('**/api/events/team/*', async (route) => {
    const response = await route.fetch();
    const { events } = (await response.json()) as { events: { id: number }[] };
    const past = Array.from({ length: 30 }, (_, index) => ({ ...events[0], id: index + 1, is_past: true }));
    await route.fulfill({ json: { events: past } });
  });
  await theirs.reload();
  await expect(theirs.getByRole('article')).toHaveCount(24);
  await theirs.getByRole('button', { name: 'Show 6 more' }).click();
  await expect(theirs.getByRole('article')).toHaveCount(30);
  await expect(
    theirs.getByRole('article').nth(24).getByRole('link', { name: title, exact: true }),
  ).toBeFocused();
  await expect(theirs.getByRole('button', { name: /^Show \d+ more/ })).toHaveCount(0);
});

test('members are added, get other roles, are removed, leave, and each refusal says why', async ({
  browser,
  foyer,
}) => {
  const organiser = await signUpMember(foyer, 'mia', 'Members of');
  const team = `Members of ${organiser.username}`;
  const [mate, other] = [await signUpMember(foyer, 'mat'), await signUpMember(foyer, 'ole')];
  const page = await openPageOf(browser, foyer, organiser);
  await page.goto('/dashboard?section=team-members');
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Add Team Member' }).click();
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
  await expectSound(page, 'a member who cannot be added');
  await who.fill(mate.email);
  await dialog.getByRole('radio', { name: 'organizer' }).check();
  await dialog.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText(`${mate.username} is now in ${team}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Team Member' })).toBeFocused();
  await expect(card(page, mate.username)).toContainText(mate.email);
  await expect(card(page, mate.username)).toContainText(/organizer.*Joined [A-Z][a-z]{2} \d+, 20\d\d/s);
  await join(foyer, organiser, await findTeamId(foyer, team), other, 'owner');

  await page.getByRole('button', { name: `Change Role: ${mate.username}` }).click();
  await dialog.getByRole('radio', { name: 'event manager' }).check();
  await dialog.getByRole('button', { name: 'Save Role' }).click();
  await expect(card(page, mate.username)).toContainText('event manager');
  // The last one who runs the team goes on doing so.
  await page.getByRole('button', { name: `Change Role: ${organiser.username}` }).click();
  await dialog.getByRole('radio', { name: 'owner' }).check();
  await dialog.getByRole('button', { name: 'Save Role' }).click();
  const lastOne = 'This is the last team admin. Make somebody else a team admin first.';
  await expect(dialog.getByRole('alert')).toHaveText(lastOne);
  await expect(dialog.getByRole('radio', { name: 'owner' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await question.getByRole('button', { name: 'Leave Team' }).click();
  await expect(question.getByRole('alert')).toHaveText(lastOne);
  await expectSound(page, 'a team that cannot be left');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  await expect(card(page, organiser.username).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  const remove = page.getByRole('button', { name: `Remove: ${other.username}` });
  await remove.click();
  await expect(question).toHaveAccessibleName('Remove Team Member');
  await expect(question).toContainText(/lose access to the events and resources.*cannot be undone/);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  const removal = '**/api/teams/*/members/*';
  await page.route(removal, (route) => route.fulfill({ status: 409, json: { msg: 'Not today' } }), {
    times: 1,
  });
  await remove.click();
  await question.getByRole('button', { name: 'Remove Member' }).click();
  await expect(page.getByText('Failed to remove team member')).toBeVisible();
  await expect(page.getByText('Not today')).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Remove Member' }).click();
  await expect(page.getByText('Team member removed successfully')).toBeVisible();
  await expect(card(page, other.username)).toHaveCount(0);
  // The button that asked has gone with its card; the focus stays in the list.
  await expect(page.getByRole('list', { name: 'Team members' }).locator(':focus')).toHaveCount(1);

  // Somebody who runs it too may be left with it, and who has no team has no dashboard.
  const theirs = await openPageOf(browser, foyer, mate);
  await theirs.goto('/dashboard?section=team-members');
  await theirs.getByRole('button', { name: 'Leave Team' }).click();
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(theirs.getByText(`You have left ${team}`)).toBeVisible();
  await expect(theirs).toHaveURL('/profile');
  await expect(theirs.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL('/profile');
  await theirs.goto('/events/create');
  await expect(heading(theirs, 'Permission Denied')).toBeVisible();
  await expect(theirs.getByText("You don't have permission to create events.")).toBeVisible();

  const sold = await publishEventBy(foyer, organiser, { title: `Sold ${organiser.username}`, price: 5 });
  await buyTicket(foyer, mate, sold);
  await page.goto('/dashboard?section=team-members');
  const { promise: counted, resolve: count } = Promise.withResolvers<void>();
  await page.route('**/api/events/team/*', (route) => counted.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'Delete Team' }).click();
  await expect(page.getByRole('button', { name: 'Delete Team' })).toHaveAttribute('aria-busy');
  await expect(question).toBeHidden();
  count();
  await expect(question).toContainText('Its other events stay, without a team to run them.');
  await expect(question).toContainText('1 published event to come will stay on sale.');
  await question.getByRole('button', { name: 'Delete Team' }).click();
  await expect(question.getByRole('alert')).toHaveText(/^This team has paid tickets for events to come/);
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

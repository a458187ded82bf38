import { type Browser, expect } from '@playwright/test';
import { heading } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { call, createUser, openPageFor, publishEventBy, type User } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { addMember, card, getTeamId } from './team-dashboard.ts';
import { routeOnce } from '../routes.ts';

async function createDraft(foyer: Foyer, organiser: User, teamId: number, title: string) {
  await call(foyer, 'POST /events', organiser, {
    team_id: teamId,
    title,
    start_time: '2031-06-01T18:00:00.000Z',
    end_time: '2031-06-01T20:00:00.000Z',
  });
}

/** Creates an organiser with a published event, and opens a page for the organiser. */
async function openOrganiser(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'dee', 'First of');
  const first = await getTeamId(foyer, `First of ${organiser.username}`);
  const title = `First night ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  return { organiser, first, title, page: await openPageFor(browser, foyer, organiser) };
}

/** Adds a member who cannot edit events to an organiser's team, and opens a page for the member. */
async function openHelper(browser: Browser, foyer: Foyer) {
  const { organiser, first, title, page } = await openOrganiser(browser, foyer);
  await page.close();
  const helper = await createUser(foyer, 'hew');
  await addMember(foyer, organiser, first, helper, 'owner');
  return {
    organiser,
    helper,
    title,
    page: await openPageFor(browser, foyer, helper, { colorScheme: 'dark' }),
  };
}

async function createTeam(foyer: Foyer, organiser: User, name: string) {
  return call<{ team: { id: number } }>(foyer, 'POST /teams', organiser, { name });
}

test('the dashboard keeps the section and the team in the web address', async ({ browser, foyer }) => {
  const { organiser, first, title, page } = await openOrganiser(browser, foyer);
  await page.goto('/dashboard?section=draft-events');
  await expect(heading(page, 'Draft Events')).toBeVisible();
  await expect(page.getByText("You don't have any draft events.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New Event' })).toHaveAttribute(
    'href',
    `/events/create?team=${first}`,
  );
  await createDraft(foyer, organiser, first, `Someday ${organiser.username}`);
  const second = await createTeam(foyer, organiser, `Second of ${organiser.username}`);
  await page.reload();
  await expect(page.getByRole('link', { name: `Edit: Someday ${organiser.username}` })).toBeVisible();
  await page.getByRole('link', { name: 'All Events' }).click();
  await page.getByRole('link', { name: '1 draft is not published yet' }).click();
  await expect(heading(page, 'Draft Events')).toBeVisible();
  await page.getByLabel('Team', { exact: true }).selectOption(`Second of ${organiser.username}`);
  await expect(page).toHaveURL(`/dashboard?section=draft-events&team=${second.team.id}`);
  await expect(page.getByText("You don't have any draft events.")).toBeVisible();
  await page.getByRole('link', { name: 'All Events' }).click();
  await expect(page).toHaveURL(`/dashboard?team=${second.team.id}`);
  await expect(page.getByText('No events found.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No events found.')).toBeVisible();
  await expectAccessible(page, 'a team without events');
  await page.getByLabel('Team', { exact: true }).selectOption(`First of ${organiser.username}`);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: `Edit: ${title}` })).toHaveAttribute(
    'href',
    /\/events\/edit\/\d+$/,
  );
  await page.goto('/dashboard?section=create-event');
  await expect(page).toHaveURL('/events/create');
});

test('the dashboard remembers that the sidebar was closed, and opens the sidebar over the page on a phone', async ({
  browser,
  foyer,
}) => {
  const { organiser, page } = await openOrganiser(browser, foyer);
  const second = await createTeam(foyer, organiser, `Second of ${organiser.username}`);
  await page.goto('/dashboard');
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
});

test('the dashboard shows members only what their role allows', async ({ browser, foyer }) => {
  const { organiser, helper, title, page } = await openHelper(browser, foyer);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: `Check in: ${title}` })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Create New Event' }).click();
  await expect(heading(page, 'Permission Denied')).toBeVisible();
  await expect(
    page.getByText(`You don't have permission to create events for First of ${organiser.username}.`),
  ).toBeVisible();
  await expectAccessible(page, 'a user who cannot create events');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Delete Event' })).toBeVisible();
  await expect(page.getByText(/^Your role cannot edit this event\./)).toBeVisible();
  await page.getByRole('link', { name: 'Edit Event' }).click();
  await expect(heading(page, 'Permission Denied')).toBeVisible();
  await page.goto('/dashboard?section=team-members');
  await expect(card(page, helper.username)).toContainText('owner');
  await expect(page.getByRole('button', { name: /^Remove|^Change|^Add|^Delete/ })).toHaveCount(0);
  await expectAccessible(page, 'the members of a team as a member sees them');
});

test('the dashboard loads events again after a failure, and shows a long list a few events at a time', async ({
  browser,
  foyer,
}) => {
  const { title, page } = await openHelper(browser, foyer);
  // The first call and its automatic retry fail.
  const failOnce = () =>
    routeOnce(page, '**/api/events/team/*', (route) => route.fulfill({ status: 403, body: 'No' }));
  await failOnce();
  await failOnce();
  await page.goto('/dashboard');
  await expect(page.getByText('Failed to load dashboard data')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('link', { name: `Check in: ${title}` })).toBeVisible();

  // A press of a button shows the rest of a long list of past events.
  await page.route('**/api/events/team/*', async (route) => {
    const response = await route.fetch();
    const { events } = (await response.json()) as { events: { id: number }[] };
    const past = Array.from({ length: 30 }, (_, index) => ({ ...events[0], id: index + 1, is_past: true }));
    await route.fulfill({ json: { events: past } });
  });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.getByRole('button', { name: 'Show 6 more' }).click();
  await expect(page.getByRole('article')).toHaveCount(30);
  await expect(
    page.getByRole('article').nth(24).getByRole('link', { name: title, exact: true }),
  ).toBeFocused();
  await expect(page.getByRole('button', { name: /^Show \d+ more/ })).toHaveCount(0);
});

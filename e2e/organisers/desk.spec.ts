import { expect } from '@playwright/test';
import { heading } from './event-forms.ts';
import { addMember, getTeamId } from './team-dashboard.ts';
import { test } from '../foyer-test.ts';
import { expectAccessible, expectToFit } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, logInDemoUser, openPageFor, publishEventBy } from '../users.ts';

async function register(foyer: Foyer, eventId: number) {
  await call(foyer, `POST /events/${eventId}/register`, await createUser(foyer, 'gus'));
}

test('a new team is led to its first ticket on a phone', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'fay', 'First of');
  const page = await openPageFor(browser, foyer, organiser, {
    viewport: { width: 360, height: 740 },
    permissions: ['clipboard-write'],
  });
  await page.goto('/dashboard');
  await expect(page.getByText('1 of 6 steps done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Draft your first event' })).toHaveAttribute(
    'href',
    /\/events\/create\?team=\d+$/,
  );
  await page.getByRole('link', { name: 'Add its picture and description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Team' });
  await expect(dialog).toBeVisible();
  await expectToFit(page, 'the form that edits a team');
  await dialog.getByLabel('Description').fill('First nights by the river');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Team saved')).toBeVisible();
  const id = await publishEventBy(foyer, organiser, { title: `Opening ${organiser.username}` });
  await page.goto('/dashboard');
  await expect(page.getByText('4 of 6 steps done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add its picture', exact: true })).toBeVisible();
  await expectAccessible(page, 'the first steps of a team');
  await expectToFit(page, 'the first steps of a team');
  await page.getByRole('button', { name: 'Share it' }).click();
  await expect(page.getByText('5 of 6 steps done')).toBeVisible();
  await register(foyer, id);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Order a ticket yourself' })).toHaveAttribute(
    'href',
    new RegExp(`/events/${id}`),
  );
  const places = async () => {
    const [steps, next] = await Promise.all(
      ['Your first event', 'Next'].map((name) =>
        page.getByRole('heading', { name, exact: true }).boundingBox(),
      ),
    );
    return (steps?.y ?? 0) < (next?.y ?? 0) ? 'steps first' : 'event first';
  };
  expect(await places()).toBe('steps first');
  const start_time = new Date(Date.now() - 60_000).toISOString();
  await call(foyer, `PATCH /events/${id}`, organiser, { start_time });
  await page.reload();
  await expect(page.getByText('On now')).toBeVisible();
  expect(await places()).toBe('event first');
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: `Edit: Opening ${organiser.username}` })).toBeVisible();
  await expect(page.getByText('5 of 6 steps done')).toHaveCount(0);
});

test('the dashboard opens with what the next event has sold', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'dora', 'Desk of');
  const title = `Desk night ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 0, seats: 3 });
  await register(foyer, id);
  await register(foyer, id);
  const page = await openPageFor(browser, foyer, organiser, { colorScheme: 'dark' });
  await page.goto('/dashboard');
  const next = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await expect(next.getByText('Free', { exact: true })).toBeVisible();
  await expect(next.getByText('of 3 sold')).toBeVisible();
  await expect(next.getByText('days to go')).toBeVisible();
  await expect(next.getByText('2 tickets today')).toBeVisible();
  await expect(next.getByRole('listitem').filter({ hasText: 'Registration' })).toContainText('2 tickets');
  await expectAccessible(page, 'the desk of an event that sells');
  await next.getByRole('button', { name: 'Show as table' }).click();
  await expect(next.getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'the sales by day as a table');
  await register(foyer, id);
  await page.reload();
  await expect(page.getByText(new RegExp(`^${title} on \\w+ \\d+, \\d{4} is sold out\\.$`))).toBeVisible();
  await page.getByRole('link', { name: 'Add places' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/edit/${id}$`));
});

test('only team admins see the money of a team, and download it', async ({ browser, foyer }) => {
  const admin = await openPageFor(browser, foyer, await logInDemoUser(foyer, 'teamadmin'));
  await admin.goto('/dashboard');
  await admin.getByRole('link', { name: 'Money' }).click();
  await expect(admin.getByRole('heading', { name: 'By month' })).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Money by event' })).toContainText('£');
  await expectAccessible(admin, 'the money of a team');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download CSV: By event' }).click();
  expect((await download).suggestedFilename()).toMatch(/by event.*\.csv$/i);

  const organiser = await createUser(foyer, 'mona', 'Money of');
  const manager = await createUser(foyer, 'max');
  const teamId = await getTeamId(foyer, `Money of ${organiser.username}`);
  await addMember(foyer, organiser, teamId, manager, 'event_manager');
  const page = await openPageFor(browser, foyer, manager);
  await page.goto('/dashboard?section=money');
  await expect(heading(page, 'All Events')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Money' })).toHaveCount(0);
});

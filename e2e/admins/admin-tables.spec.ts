import { expect } from '@playwright/test';
import { expectRollback, expectToast, findRow, logInAdmin } from './admins.ts';
import { openAccountMenu } from '../account-menu.ts';
import { test } from '../foyer-test.ts';
import { buyTicket, call, createUser, openPageFor, publishEventBy } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('an administrator creates and edits a team; the page undoes changes that the server refuses', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/teams');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Team Name' });
  const create = dialog.getByRole('button', { name: 'Create Team' });
  const team = `Kites ${Date.now().toString(36)}`;
  await page.getByRole('button', { name: 'Create New Team' }).click();
  await create.click();
  await expect(name).toHaveAccessibleDescription('Team name is required');
  await name.fill('Ki');
  await expect(name).toHaveAccessibleDescription('Team name must be at least 3 characters');
  await name.fill(team);
  await expectRollback(
    page,
    { url: '**/api/teams', method: 'POST', msg: 'No more teams today' },
    {
      submit: () => create.click(),
      whileWaiting: () => expect(findRow(page, team)).toBeVisible(),
      afterRefusal: () => expect(findRow(page, team)).toHaveCount(0),
    },
  );
  await create.click();
  await expectToast(page, `Team ${team} created successfully`);
  await expect(findRow(page, team)).toContainText('No description');

  await page.getByRole('button', { name: `Edit ${team}` }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('We go where the wind is.');
  await expectRollback(
    page,
    { url: '**/api/teams/*', method: 'PATCH', msg: 'The wind has dropped' },
    {
      submit: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
      whileWaiting: () => expect(findRow(page, team)).toContainText('We go where the wind is.'),
      afterRefusal: () => expect(findRow(page, team)).toContainText('No description'),
    },
  );
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `Team ${team} updated successfully`);
});

test('a team that was renamed has its new name on its page in the same tab', async ({ browser, foyer }) => {
  const admin = await logInAdmin(foyer);
  const team = `Balloons ${Date.now().toString(36)}`;
  const { team: made } = await call<{ team: { id: number } }>(foyer, 'POST /teams', admin, { name: team });
  const page = await openPageFor(browser, foyer, admin);
  await page.goto(`/teams/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: team })).toBeVisible();
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Admin' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Teams', exact: true }).click();
  await page.getByRole('button', { name: `Edit ${team}` }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Team Name' }).fill(`${team} and kites`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `Team ${team} and kites updated successfully`);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: `${team} and kites` })).toBeVisible();
});

test('an administrator adds and removes members of a team, and deletes the team', async ({
  browser,
  foyer,
}) => {
  const admin = await logInAdmin(foyer);
  const known = await createUser(foyer, 'tam');
  const team = `Gliders ${Date.now().toString(36)}`;
  await call(foyer, 'POST /teams', admin, { name: team });
  const page = await openPageFor(browser, foyer, admin);
  const dialog = page.getByRole('dialog');
  await page.goto('/admin/teams');
  await page.getByRole('link', { name: `1 member of ${team}` }).click();
  await expect(page.getByRole('heading', { name: team })).toBeVisible();
  await page.getByRole('button', { name: 'Add Member' }).click();
  await dialog.getByRole('textbox', { name: 'Username or email' }).fill(known.email);
  await dialog.getByRole('radio', { name: 'organizer' }).check();
  await dialog.getByRole('button', { name: 'Add Member' }).click();
  await expect(findRow(page, known.email)).toContainText('organizer');
  await page.getByRole('button', { name: `Change role of ${known.username}` }).click();
  await dialog.getByRole('radio', { name: 'owner' }).check();
  await dialog.getByRole('button', { name: 'Save Role' }).click();
  await expect(findRow(page, known.email)).toContainText('owner');
  await expectAccessible(page, 'the members of a team');

  await page.getByRole('link', { name: 'All teams' }).click();
  await page.getByRole('link', { name: `2 members of ${team}` }).click();
  await page.getByRole('button', { name: `Remove ${known.username}` }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Team Member' })
    .getByRole('button', { name: 'Remove Member' })
    .click();
  await expectToast(page, 'Team member removed successfully');
  await expect(findRow(page, known.email)).toHaveCount(0);
  await expect(findRow(page, admin.username)).toHaveCount(1);
  await page.getByRole('link', { name: 'All teams' }).click();
  await expect(page.getByRole('link', { name: `1 member of ${team}` })).toBeVisible();
  const counted = page.waitForResponse(/\/api\/teams\?/);
  await page.getByRole('button', { name: 'Refresh member counts' }).click();
  expect((await counted).ok()).toBe(true);

  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await page.getByRole('button', { name: `Delete ${team}` }).click();
  await expect(question).toContainText('removes all its members');
  await expectRollback(
    page,
    { url: '**/api/teams/*', method: 'DELETE', msg: 'Somebody is still flying' },
    {
      submit: () => question.getByRole('button', { name: 'Delete Team' }).click(),
      whileWaiting: () => expect(findRow(page, team)).toHaveCount(0),
      afterRefusal: () => expect(findRow(page, team)).toHaveCount(1),
    },
  );
  await question.getByRole('button', { name: 'Delete Team' }).click();
  await expectToast(page, `Team ${team} deleted successfully`);
  await expect(findRow(page, team)).toHaveCount(0);
});

test('an administrator corrects the form and creates an event; the list drops a new event that the server refuses', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'ora', 'Lanterns of');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/events');
  for (const header of ['ID', 'Title', 'Team', 'Date', 'Status', 'Created By', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }

  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create Event' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  const [start, end] = [dialog.getByLabel('Start Time'), dialog.getByLabel('End Time')];
  const team = dialog.getByRole('combobox', { name: 'Team' });
  await page.getByRole('button', { name: 'Create New Event' }).click();
  await expect(dialog.getByRole('spinbutton', { name: 'Price' })).toHaveValue('0');
  await expect(dialog.getByRole('spinbutton', { name: 'Max Attendees' })).toHaveValue('100');
  await expect(dialog.getByRole('combobox', { name: 'Event Type' })).toHaveValue('workshop');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveValue('draft');
  await expect(dialog.getByRole('checkbox', { name: 'Public Event' })).toBeChecked();
  await create.click();
  await expect(field('Title')).toHaveAccessibleDescription('Title is required');
  await expect(start).toHaveAccessibleDescription(/Start time is required/);
  await expect(end).toHaveAccessibleDescription(/End time is required/);
  await expect(team).toHaveAccessibleDescription('Team is required');
  const title = `Paper boats ${Date.now().toString(36)}`;
  await field('Title').fill(title);
  await start.fill('2031-06-01T18:00');
  await end.fill('2031-06-01T18:00');
  await expect(end).toHaveAccessibleDescription(/End time must be after start time/);
  await end.fill('2031-06-01T20:00');
  await create.click();
  await expect(team).toBeFocused();
  await team.fill(organiser.username);
  await page.getByRole('option', { name: `Lanterns of ${organiser.username}` }).click();
  await expectAccessible(page, 'a new event');
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled');
  await expectRollback(
    page,
    { url: '**/api/events', method: 'POST', msg: 'The river is dry' },
    {
      submit: () => create.click(),
      whileWaiting: () => expect(findRow(page, title)).toContainText('Cancelled'),
      afterRefusal: () => expect(findRow(page, title)).toHaveCount(0),
    },
  );
  await create.click();
  await expectToast(page, `Event ${title} created successfully`);
  await expect(findRow(page, title)).toContainText(`Lanterns of ${organiser.username}`);
  await expect(findRow(page, title)).toContainText('Jun 1, 2031');
});

test('an administrator creates an event with two ticket types', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'una', 'Two kinds of');
  const admin = await logInAdmin(foyer);
  const page = await openPageFor(browser, foyer, admin);
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'Create New Event' }).click();
  const dialog = page.getByRole('dialog');
  const title = `Two kinds ${Date.now().toString(36)}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Start Time').fill('2031-06-01T18:00');
  await dialog.getByLabel('End Time').fill('2031-06-01T20:00');
  await dialog.getByRole('combobox', { name: 'Team' }).fill(organiser.username);
  await page.getByRole('option', { name: `Two kinds of ${organiser.username}` }).click();
  await dialog.getByRole('button', { name: 'Add another ticket type' }).click();
  const types = dialog.getByRole('list', { name: 'Ticket types' }).getByRole('listitem');
  await types.nth(1).getByLabel('Name').fill('Child');
  await types.nth(1).getByLabel('Price').fill('4');
  await expectAccessible(page, 'a new event with two ticket types');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, `Event ${title} created successfully`);
  const { events } = await call<{ events: { id: number }[] }>(foyer, `GET /admin/events?q=${title}`, admin);
  const saved = await call(foyer, `GET /events/${events[0]?.id ?? 0}/ticket-types`, admin);
  expect(saved).toMatchObject({ ticket_types: [{ name: 'General admission' }, { name: 'Child', price: 4 }] });
});

test('an administrator deletes an event, but cannot delete an event that somebody has paid for', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'obi', 'Rafts of');
  const paidTitle = `A paid evening ${organiser.username}`;
  const paidId = await publishEventBy(foyer, organiser, { title: paidTitle, price: 9 });
  const title = `Paper boats ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  await buyTicket(foyer, await createUser(foyer, 'bee'), paidId);
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/events');
  const paid = findRow(page, paidTitle);
  await expect(paid).toContainText('Published');
  await expect(paid.getByRole('link', { name: /^View/ })).toHaveAttribute(
    'href',
    new RegExp(`^/events/${paidId}-a-paid-evening-`),
  );
  await expect(paid.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', `/events/edit/${paidId}`);
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  const remove = question.getByRole('button', { name: 'Delete Event' });
  await paid.getByRole('button', { name: `Delete ${paidTitle}` }).click();
  await remove.click();
  await expect(
    question.getByText('This event has paid tickets. Refund them before you delete it.'),
  ).toBeVisible();
  await expect(paid).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expectRollback(
    page,
    { url: '**/api/events/*', method: 'DELETE', msg: 'The boats are out' },
    {
      submit: () => remove.click(),
      whileWaiting: () => expect(findRow(page, title)).toHaveCount(0),
      afterRefusal: () => expect(findRow(page, title)).toHaveCount(1),
    },
  );
  await remove.click();
  await expectToast(page, `Event ${title} deleted successfully`);
  await expect(findRow(page, title)).toHaveCount(0);
});

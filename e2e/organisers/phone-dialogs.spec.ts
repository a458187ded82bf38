import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { createUser, logInDemoUser, openPageFor, publishEventBy } from '../users.ts';
import { getTeamId } from './team-dashboard.ts';

const phone = { viewport: { width: 360, height: 640 } };

/** Opens a dialog, and checks that its buttons are in view before anybody has scrolled. */
async function expectButtonsInView(page: Page, open: () => Promise<unknown>, submit: string) {
  await open();
  const dialog = page.getByRole('dialog');
  for (const name of ['Cancel', submit]) {
    const button = dialog.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    // A click is refused while something covers the button.
    await button.click({ trial: true });
  }
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('an organiser on a small phone finds the buttons of each form in view', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'pia', 'Phones of');
  const id = await publishEventBy(foyer, organiser, { title: `Phones ${organiser.username}` });
  const page = await openPageFor(browser, foyer, organiser, phone);
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  const team = `/teams/${await getTeamId(foyer, `Phones of ${organiser.username}`)}`;
  await expectButtonsInView(page, () => page.goto(`${team}#edit`), 'Save Changes');
  await page.goto('/dashboard?section=team-members');
  await expectButtonsInView(page, press('Invite Team Member'), 'Invite');
  await page.goto(`/events/${id}/messages`);
  await expectButtonsInView(page, press('Edit the reminder'), 'Save');
  await page.goto(`/events/${id}/attendees`);
  await expectButtonsInView(page, press('Give a Ticket'), 'Give Ticket');
  await page.goto(`/events/${id}/sales`);
  await expectButtonsInView(page, press('Create promo code'), 'Create Code');
});

test('an administrator on a small phone finds the buttons of each form in view', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await logInDemoUser(foyer, 'admin'), phone);
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  await page.goto('/admin/teams');
  await expectButtonsInView(page, press('Create New Team'), 'Create Team');
  await page.goto('/admin/users?q=mei.tanaka');
  await expectButtonsInView(page, press('Add New User'), 'Add User');
  await expectButtonsInView(page, press('Edit mei.tanaka'), 'Save Changes');
  await page.goto('/admin/events');
  await expectButtonsInView(page, press('Create New Event'), 'Create Event');
});

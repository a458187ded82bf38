import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, openPageFor, publishEventBy, verifyAddress } from '../users.ts';

test('an organiser pastes a list of guests on a phone and sends them tickets', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'gwen', 'Guests of');
  await verifyAddress(foyer, organiser);
  const title = `Guests ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 12, seats: 4 });
  const [mara, ivo] = ['mara', 'ivo'].map((name) => `${name}.${organiser.username}@example.org`);
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  await page.goto(`/events/${id}/attendees`);
  await page.getByRole('link', { name: 'Guest list' }).click();
  await expect(page.getByText('Nobody yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send 1 ticket' }).click();
  await expect(page.getByLabel('Name of guest 1')).toBeFocused();
  await expect(page.getByLabel('Name of guest 1')).toHaveAccessibleDescription('Enter a name');

  await page.getByRole('button', { name: 'Paste a list' }).click();
  const pasted = page.getByLabel('Paste your list');
  await pasted.fill(`Mara Ellis, ${mara}, 2\nIvo Marsh, ivo at example`);
  await page.getByRole('button', { name: 'Use this list' }).click();
  await expect(pasted).toHaveAccessibleDescription(
    /There is no email address in “Ivo Marsh, ivo at example”/,
  );
  await pasted.fill(`Mara Ellis, ${mara}, 2\nIvo Marsh <${ivo}> 3`);
  await page.getByRole('button', { name: 'Use this list' }).click();
  await expect(page.getByLabel('Name of guest 2')).toHaveValue('Ivo Marsh');
  await page.getByRole('button', { name: 'Send 5 tickets' }).click();
  await expect(page.getByRole('alert').getByText(/Nobody was invited|nobody was invited/)).toBeVisible();
  await expectAccessible(page, 'a guest list that is too long for the places left');

  await page.getByLabel('Tickets').nth(1).fill('1');
  await page.getByRole('button', { name: 'Send 3 tickets' }).click();
  await expect(page.getByText('3 tickets on the way to 2 guests')).toBeVisible();
  const invited = page.getByRole('region', { name: 'Invited' });
  await expect(invited).toContainText('2 × General admission');
  await expect(page.getByLabel('Name of guest 1')).toHaveValue('');
  await readMail(foyer, { to: String(mara), subject: `Your 2 tickets: ${title}` });
  await readMail(foyer, { to: String(ivo), subject: `Your ticket: ${title}` });
  await expectAccessible(page, 'a guest list with two guests');
  await expect(invited.getByText('Invited', { exact: true })).toHaveCount(4);
  await invited.getByRole('button', { name: 'Cancel ticket: Ticket 2 of Mara Ellis' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the ticket of Mara Ellis?' });
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/);
  await dialog.getByLabel('Reason').fill('Comes alone');
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  await expect(page.getByText('The ticket of Mara Ellis was cancelled')).toBeVisible();
  await expect(invited.getByRole('list', { name: 'Tickets of Mara Ellis' })).toContainText('Cancelled');
  await expect(invited.getByRole('button', { name: 'Cancel ticket: Ticket 2 of Mara Ellis' })).toHaveCount(0);
  await invited.getByRole('link', { name: 'Ivo Marsh' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ivo Marsh' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel ticket: Ticket 1 of Ivo Marsh' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Cannot come');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Ticket' }).click();
  await expect(page.getByText('The ticket of Ivo Marsh was cancelled')).toBeVisible();
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true }).first()).toBeVisible();
});

import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, openPageFor } from '../users.ts';
import { field, fillIn } from './event-forms.ts';

test('a team repeats an event every week, leaves out a date, and changes all of them at once', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'wes', 'Weekly of');
  const title = `Choir ${organiser.username}`;
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto('/events/create');
  await expect(field(page, 'Repeat')).toBeDisabled();
  await fillIn(page, title);
  await field(page, 'Repeat').selectOption('Every week on Thursday');
  await field(page, 'Number of events').fill('4');
  const dates = page.getByRole('group', { name: 'More dates' });
  await expect(dates.getByRole('checkbox')).toHaveCount(3);
  await dates.getByRole('checkbox', { name: 'Thursday, May 15, 2031, 7:00 PM' }).uncheck();
  await expect(page.getByText('3 events with the first one')).toBeVisible();
  await expectAccessible(page, 'the dates of an event that repeats');
  await page.getByText('Publish Now').click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page
    .getByRole('region', { name: /is published$/ })
    .getByRole('link', { name: 'View event' })
    .click();
  const more = page.getByRole('region', { name: 'More dates' });
  await expect(more.getByRole('link')).toHaveText([
    'Thursday, May 8, 2031, 7:00 PM',
    'Thursday, May 22, 2031, 7:00 PM',
  ]);
  await expectAccessible(page, 'an event with more dates');

  await more.getByRole('link').first().click();
  // The page of a date lists only the other dates.
  await expect(more.getByRole('link', { name: /May 8/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit Event' }).click();
  await field(page, 'Title').fill(`${title} and friends`);
  await page.getByRole('radio', { name: /^This and later ones/ }).check();
  await expectAccessible(page, 'the form of an event that repeats');
  await page.getByRole('button', { name: 'Update Event' }).click();
  await page
    .getByRole('region', { name: /is saved$/ })
    .getByRole('link', { name: 'View event' })
    .click();
  await more.getByRole('link', { name: /May 22/ }).click();
  // Both pages have the same heading, and a press while one replaces the other would be lost.
  await expect(more.getByRole('link', { name: /May 22/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: `${title} and friends` })).toBeVisible();
  await more.getByRole('link', { name: /May 1,/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
});

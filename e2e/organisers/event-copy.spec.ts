import { expect } from '@playwright/test';
import { field } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { call, createUser, openPageFor, publishEventBy } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('a team duplicates an event, and the end follows from the start', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'cop', 'Copies of');
  const title = `Weekly ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 12.5, seats: 30 });
  await call(foyer, `PATCH /events/${id}`, organiser, { line_up: 'Ada Quill', doors_minutes: 30 });
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByText(`A copy of ${title}.`)).toBeVisible();
  await expectAccessible(page, 'the form of a copied event');
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(field(page, 'Price')).toHaveValue('12.50');
  await expect(field(page, 'Max Attendees')).toHaveValue('30');
  await expect(field(page, 'Line-up')).toHaveValue('Ada Quill');
  await expect(field(page, 'Doors open')).toHaveValue('30');
  await expect(page.getByRole('radio', { name: 'Save as Draft' })).toBeChecked();
  await expect(field(page, 'Start Time')).toHaveValue('');
  await field(page, 'Start Time').fill('2031-05-08T19:00');
  await field(page, 'Location').focus();
  // The copied event takes three and a half hours.
  await expect(field(page, 'End Time')).toHaveValue('2031-05-08T22:30');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByText('Event created successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Open event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByText('Thursday, May 8, 2031')).toBeVisible();
});

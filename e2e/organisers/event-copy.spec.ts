import { expect } from '@playwright/test';
import { drawPoster, field } from './event-forms.ts';
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
  await page.getByRole('link', { name: 'View event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByText('Thursday, May 8, 2031')).toBeVisible();
});

test('a copied picture is no change, stays after discarding, and its absence is told', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'pic', 'Pictures of');
  const id = await publishEventBy(foyer, organiser, { title: `Poster ${organiser.username}` });
  const form = new FormData();
  form.set('event_image', new Blob([new Uint8Array(await drawPoster())], { type: 'image/png' }), 'kiln.png');
  const headers = { authorization: `Bearer ${organiser.token}` };
  const sent = await fetch(`${foyer.url}/api/events/${id}`, { method: 'PATCH', headers, body: form });
  expect(sent.status).toBe(200);
  const page = await openPageFor(browser, foyer, organiser);
  const copied = page.getByRole('figure').getByText('picture.webp');
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(copied).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto(`/events/create?copy=${id}`);
  await field(page, 'Title').fill('Another poster');
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(copied).toBeVisible();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Title')).toHaveValue(`Poster ${organiser.username}`);
  await expect(copied).toBeVisible();

  await page.route('**/uploads/**', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText('The picture of the copied event could not be loaded.')).toBeVisible();
});

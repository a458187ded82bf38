import { type Browser, expect } from '@playwright/test';
import { drawPoster, field, fillIn, heading } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { call, createUser, nobody, openPageFor, publishEventBy } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';

async function openOrganiser(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'fin', 'Forms of');
  const title = `Kilns ${organiser.username}`;
  return { organiser, title, page: await openPageFor(browser, foyer, organiser) };
}

test('the event form names missing and wrong values', async ({ browser, foyer }) => {
  const { title, page } = await openOrganiser(browser, foyer);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Create New Event' }).click();
  await expect(heading(page, 'Create Event')).toBeFocused();
  await expect(field(page, 'Price')).toHaveValue('0');
  await expect(field(page, 'Price')).toHaveAttribute('step', '0.01');
  await expect(field(page, 'Max Attendees')).toHaveValue('10');
  await expect(page.getByRole('checkbox', { name: 'Public Event' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Save as Draft' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Publish Now' })).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/dashboard');
  const create = page.getByRole('button', { name: 'Create Event' });
  await field(page, 'Price').fill('-1');
  await field(page, 'Max Attendees').fill('0');
  await create.click();
  await expect(field(page, 'Title')).toBeFocused();
  for (const [name, message] of [
    ['Title', 'Title is required'],
    [
      'Description',
      "Plain text is fine. Headings, bold, lists and links are shown on the event's page. Description is required",
    ],
    ['Category', 'Event type is required'],
    ['Start Time', 'London time Start time is required'],
    ['End Time', 'London time End time is required'],
    ['Location', 'Location is required'],
    ['Price', 'In pounds; 0 makes it free. Price must be 0 or greater'],
    ['Max Attendees', 'How many people in all. Leave empty for no limit. Must allow at least 1 attendee'],
  ] as const) {
    await expect(field(page, name)).toHaveAccessibleDescription(message);
  }
  await expectAccessible(page, 'an event form full of errors');

  await fillIn(page, title);
  await field(page, 'End Time').fill('2031-05-01T19:00');
  await expect(field(page, 'End Time')).toHaveAccessibleDescription(/End time must be after start time/);
  await field(page, 'End Time').fill('2031-05-01T22:30');
  await expect(field(page, 'End Time')).toHaveAccessibleDescription(
    'Thursday, May 1, 2031, 10:30 PM, London time',
  );
  const warning = 'People will not be able to register.';
  await field(page, 'Start Time').fill('2020-05-01T19:00');
  await expect(page.getByText(warning)).toBeHidden();
  await page.getByText('Publish Now').click();
  await expect(page.getByText(`This event has already started. ${warning}`)).toBeVisible();
  await field(page, 'End Time').fill('2020-05-01T22:30');
  await expect(page.getByText(`This event has already ended. ${warning}`)).toBeVisible();
});

test('the event form refuses a picture of the wrong size or type before sending it', async ({
  browser,
  foyer,
}) => {
  const { page } = await openOrganiser(browser, foyer);
  await page.goto('/events/create');
  const file = page.locator('input[type=file]');
  const refusal = page.getByRole('alert');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Kilns') });
  await expect(refusal.getByText('“notes.txt” is not a JPEG, PNG, GIF or WebP image.')).toBeVisible();
  const huge = { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await file.setInputFiles(huge);
  await expect(refusal.getByText(/^“huge.png” is too large: it has 5.1 MB/)).toBeVisible();
  await field(page, 'Image URL').fill('https://example.org/kiln.png');
  await expect(refusal.getByText(/^“huge.png” is too large/)).toHaveCount(0);
  const buffer = await drawPoster();
  await file.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveAttribute('src', /^blob:/);
  await expect(field(page, 'Image URL')).toBeDisabled();
  await expect(field(page, 'Image URL')).toHaveValue('');
  await file.setInputFiles(huge);
  await expect(refusal.getByText(/^“huge.png” is too large/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(refusal.getByText(/^“huge.png” is too large/)).toBeHidden();
  await expect(page.getByText('kiln.png')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(field(page, 'Image URL')).toBeEnabled();
});

test('the event form keeps the typed text until the user discards it', async ({ browser, foyer }) => {
  const { title, page } = await openOrganiser(browser, foyer);
  const file = page.locator('input[type=file]');
  const buffer = await drawPoster();
  await page.goto('/events/create');
  await fillIn(page, title);
  await file.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer });
  await page.getByRole('banner').getByRole('link', { name: 'Events' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expectAccessible(page, 'the question before leaving a form');
  await question.getByRole('button', { name: 'Stay' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(
    page.getByText('We restored your unsaved changes. Choose the picture kiln.png again.'),
  ).toBeVisible();
  const discard = page.getByRole('main').getByRole('button', { name: 'Discard them' });
  await discard.click();
  const discarding = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await discarding.getByRole('button', { name: 'Cancel' }).click();
  await expect(discard).toBeFocused();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(field(page, 'Start Time')).toHaveValue('2031-05-01T19:00');
  await file.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Choose the picture')).toHaveCount(0);
  await discard.click();
  await discarding.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Title')).toBeFocused();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByText('kiln.png')).toHaveCount(0);
  await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0);
});

test('the event form refuses people who cannot edit the event', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'pam', 'Permits of');
  const title = `Permit ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title });
  const visitor = await openPageFor(browser, foyer, nobody);
  await visitor.goto(`/events/edit/${id}`);
  await expect(visitor).toHaveURL(`/auth/login?next=${encodeURIComponent(`/events/edit/${id}`)}`);

  const outsider = await openPageFor(browser, foyer, await createUser(foyer, 'oz', 'Others of'));
  for (const path of [`/events/edit/${id}`, `/events/${id}/edit`]) {
    await outsider.goto(path);
    await expect(heading(outsider, 'Permission Denied')).toBeVisible();
  }
  await expect(
    outsider.getByText(
      "You don't have permission to edit this event. Only site admins, team admins, event managers, or the event creator can edit this event.",
    ),
  ).toBeVisible();
  await expectAccessible(outsider, 'an event that the user cannot edit');
  await outsider.getByRole('link', { name: 'View Event' }).click();
  await expect(heading(outsider, title)).toBeVisible();
  await expect(outsider.getByRole('link', { name: /Edit|Attendees|Check in/ })).toHaveCount(0);
  await outsider.goto('/events/edit/none');
  await expect(heading(outsider, 'Event Not Found')).toBeVisible();
  await expect(outsider.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await outsider.route(`**/api/events/${id}`, (route) =>
    released.then(() => route.fulfill({ status: 429, body: 'Wait' })),
  );
  await outsider.goto(`/events/edit/${id}`);
  await expect(outsider.getByText('Loading event...')).toBeVisible();
  release();
  await expect(heading(outsider, 'Error')).toBeVisible();
  await expect(outsider.getByText('Failed to load event')).toBeVisible();
  await expectAccessible(outsider, 'an event that could not be loaded');
});

test('the event form keeps the typed text when the session ends, and deletes it at logout', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'pat', 'Permits of');
  const title = `Permit ${organiser.username}`;
  const page = await openPageFor(browser, foyer, organiser, { colorScheme: 'dark' });
  await page.goto('/events/create');
  await fillIn(page, `${title} II`);
  await page.evaluate("localStorage.setItem('token', 'x'); localStorage.setItem('refreshToken', 'x')");
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent('/events/create')}`);
  await page.getByRole('textbox', { name: 'Username' }).fill(organiser.username);
  await page.getByRole('textbox', { name: 'Password' }).fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/events/create');
  await expect(field(page, 'Title')).toHaveValue(`${title} II`);
  await expectAccessible(page, 'a restored form');

  // An organiser with several teams must choose the team of a new event.
  await call(foyer, 'POST /teams', organiser, { name: `Second of ${organiser.username}` });
  await page.reload();
  await field(page, 'Team').selectOption('');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(field(page, 'Team')).toHaveAccessibleDescription(/Team is required/);
  await field(page, 'Team').selectOption(`Second of ${organiser.username}`);
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByText('Event created successfully')).toBeVisible();

  // Logging out deletes the draft, because the next user of this browser may be another person.
  await page.goto('/events/create');
  await field(page, 'Title').fill('Not for everybody');
  const listDrafts = () => page.evaluate('Object.keys(sessionStorage).filter((key) => /^draft:/.test(key))');
  await expect.poll(listDrafts).toHaveLength(1);
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth/login');
  expect(await listDrafts()).toEqual([]);
});

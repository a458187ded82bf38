import { type Browser, expect } from '@playwright/test';
import { drawPoster, field, fillIn, heading } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { call, createUser, nobody, openPageFor, publishEventBy, register } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

/** Publishes an event. Opens one page for its organiser, and the event's page for an attendee. */
async function openPublished(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'fay', 'Kilns of');
  const title = `Kilns ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title });
  const early = await createUser(foyer, 'early');
  const page = await openPageFor(browser, foyer, organiser);
  const visitor = await openPageFor(browser, foyer, early, { colorScheme: 'dark' });
  await visitor.goto(`/events/${id}`);
  await expect(heading(visitor, title)).toBeVisible();
  return { title, id, early, page, visitor };
}

test('an organiser reads in the form why a picture could not be fetched, and uploads a picture instead', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'fay', 'Kilns of');
  const title = `Kilns ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title });
  // Foyer fetches pictures only from the usual port of HTTPS, so Foyer never fetches this picture and the
  // test needs no network.
  const event_img_url = 'https://pictures.example:8443/kiln.png';
  await call(foyer, `PATCH /events/${id}`, organiser, { event_img_url });
  const visitor = await openPageFor(browser, foyer, nobody);
  await visitor.goto(`/events/${id}`);
  // A missing picture is replaced by a poster, which has the category's name on it.
  await expect(visitor.getByRole('article').getByText('Art', { exact: true })).toHaveCount(2);
  const pictures = visitor.getByRole('article').locator('img:not([src="/place.svg"])');
  await expect(pictures).toHaveCount(0);

  const readState = async () => {
    const { event } = await call<{ event: { picture_state: string } }>(foyer, `GET /events/${id}`, organiser);
    return event.picture_state;
  };
  await expect.poll(readState).toBe('not_public');
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/edit/${id}`);
  await expect(field(page, 'Image URL')).toHaveValue(event_img_url);
  const fate = page.getByText(
    'We could not fetch this picture: its address is not a public https address, or has a port number. Upload it instead.',
  );
  await expect(fate).toBeVisible();
  await expectAccessible(page, 'the form of an event whose picture could not be fetched');
  const buffer = await drawPoster();
  const file = { name: 'kiln.png', mimeType: 'image/png', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(fate).toBeHidden();
  await page.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  await visitor.reload();
  await expect(pictures).toHaveAttribute('src', /^\/uploads\/events\//);
});

test('an organiser creates a draft with a picture and publishes it, and then everybody sees the event', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'fay', 'Kilns of');
  const title = `Kilns ${organiser.username}`;
  const page = await openPageFor(browser, foyer, organiser);
  const file = page.locator('input[type=file]');
  const refusal = page.getByRole('alert');
  const create = page.getByRole('button', { name: 'Create Event' });
  const buffer = await drawPoster();
  await page.goto('/events/create');
  await fillIn(page, title);
  await field(page, 'Max Attendees').fill('');
  await file.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer });

  await routeOnce(page, '**/api/events', (route) => route.fulfill({ status: 409, body: '<h1>No</h1>' }));
  await create.click();
  await expect(refusal.getByText('Failed to create event. Please try again.')).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/events', (route) => released.then(() => route.continue()));
  await create.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(
    page.getByRole('progressbar', { name: /^Uploading the picture: \d+%$|prepared/ }),
  ).toBeVisible();
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  release();
  const { event } = (await (await answer).json()) as { event: { id: number; event_img_url: string } };
  await expect(page).toHaveURL('/events');
  await expect(page.getByText('Event created successfully')).toBeVisible();
  expect(event.event_img_url).toMatch(/^\/uploads\/events\/.*\.webp$/);

  const early = await createUser(foyer, 'early');
  const visitor = await openPageFor(browser, foyer, early, { colorScheme: 'dark' });
  await visitor.goto(`/events/${event.id}`);
  await expect(heading(visitor, 'Event not found')).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to Events' }).click();
  await expect(visitor).toHaveURL('/events');
  await page.goto('/dashboard?section=draft-events');
  await page.getByRole('link', { name: `Edit: ${title}` }).click();
  await expect(page).toHaveURL(`/events/edit/${event.id}`);
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveAttribute('src', event.event_img_url);
  await page.getByText('Publish Now').click();
  const update = page.getByRole('button', { name: 'Update Event' });
  await update.click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  await expect(page).toHaveURL('/events');
  await visitor.goBack();
  await expect(heading(visitor, title)).toBeVisible();
  await expect(visitor.getByText('Room for everyone')).toBeVisible();
});

test('the event form stops an upload when the user leaves, and keeps the typed text when saving fails', async ({
  browser,
  foyer,
}) => {
  const { id, title, page, visitor } = await openPublished(browser, foyer);
  const file = page.locator('input[type=file]');
  const update = page.getByRole('button', { name: 'Update Event' });
  const buffer = await drawPoster();
  await page.goto(`/events/${id}/edit`);
  await file.setInputFiles({ name: 'lost.png', mimeType: 'image/png', buffer });
  await routeOnce(page, `**/api/events/${id}`, () => undefined);
  await update.click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const givenUp = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  await givenUp;
  await expect(page).toHaveURL('/dashboard');

  await page.goto(`/events/${id}/edit`);
  await field(page, 'Title').fill(`${title}, again`);
  await routeOnce(page, `**/api/events/${id}`, (route) => route.fulfill({ status: 409, body: 'No' }));
  await update.click();
  await expect(page.getByRole('alert').getByText('Failed to update event. Please try again.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue(`${title}, again`);
  await update.click();
  await expect(page).toHaveURL('/events');
  await visitor.reload();
  await expect(heading(visitor, `${title}, again`)).toBeVisible();
});

test('an organiser cancels an event, and the pages of the event say that it is cancelled', async ({
  browser,
  foyer,
}) => {
  const { id, title, early, page, visitor } = await openPublished(browser, foyer);
  const update = page.getByRole('button', { name: 'Update Event' });
  await register(foyer, early, id);
  await page.goto(`/events/${id}/edit`);
  await expect(page.getByRole('radio', { name: 'Publish Now' })).toHaveAccessibleDescription(/stays so/);
  await page.getByText('Save as Draft').click();
  await update.click();
  await expect(page.getByRole('alert').getByText(/so it cannot become a draft\./)).toBeVisible();
  await page.getByRole('radio', { name: 'Cancelled' }).click();
  await update.click();
  const cancelling = page.getByRole('alertdialog', { name: `Cancel ${title}?` });
  await expect(cancelling).toHaveAccessibleDescription(
    /told by email, paid tickets are refunded, and sales stop.*Refunded tickets stay refunded/,
  );
  await expectAccessible(page, 'the question before an event is cancelled');
  await cancelling.getByRole('button', { name: 'Keep Event' }).click();
  await update.click();
  const msg = 'People have paid for this event: only a team admin can cancel it';
  await routeOnce(page, `**/api/events/${id}`, (route) =>
    route.fulfill({ status: 403, json: { status: 'error', code: 'forbidden', msg } }),
  );
  await cancelling.getByRole('button', { name: 'Cancel Event' }).click();
  await expect(page.getByRole('alert').getByText(msg)).toBeVisible();
  await update.click();
  await cancelling.getByRole('button', { name: 'Cancel Event' }).click();
  await expect(page).toHaveURL('/events');
  await visitor.reload();
  await expect(visitor.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(visitor.getByText('This event has been cancelled.', { exact: true })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Event Cancelled' })).toBeDisabled();
  await expect(visitor.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /Calendar|\.ics/ })).toHaveCount(0);
  await expect(visitor.getByText(/places left|registered/)).toHaveCount(0);
  await page.goto(`/events/${id}/edit`);
  await expect(page.getByRole('radio', { name: 'Cancelled' })).toBeChecked();
  await expectAccessible(page, 'the form of a cancelled event');
  await page.goto(`/events/${id}/attendees`);
  await expect(page.getByText(/^This event was cancelled\. Nobody can be checked in/)).toBeVisible();
  await expect(page.getByLabel('Show').getByRole('option', { name: 'Still registered (1)' })).toHaveCount(1);
  await expect(page.getByLabel('Show').getByRole('option', { name: /^Coming/ })).toHaveCount(0);
});

test('the event form says how many people get an email about a new time or place', async ({
  browser,
  foyer,
}) => {
  const { id, early, page } = await openPublished(browser, foyer);
  await register(foyer, early, id);
  await page.goto(`/events/${id}/edit`);
  await field(page, 'Title').fill('A new title is no news');
  const note = page.getByText(/with a ticket gets? an email/);
  await expect(note).toHaveCount(0);
  await field(page, 'Start Time').fill('2031-05-01T18:30');
  await expect(note).toHaveText(
    '1 person with a ticket gets an email about the new time a few minutes after you save.',
  );
  await field(page, 'Location').fill('The Dome');
  await expect(note).toContainText('about the new time and place');
  await field(page, 'Start Time').fill('2031-05-01T19:00');
  await expect(note).toContainText('about the new place');
  await page.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByRole('region', { name: /is saved$/ })).toContainText(
    '1 person with a ticket gets an email about the new place in a few minutes.',
  );
});

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readClipboard } from '../clipboard.ts';
import { test } from '../foyer-test.ts';
import {
  buyTicket,
  call,
  createUser,
  nobody,
  openPageFor,
  type PageOptions,
  publishEventBy,
  register,
} from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

const darkPhone: PageOptions = {
  viewport: { width: 360, height: 800 },
  colorScheme: 'dark',
  permissions: ['clipboard-write'],
};

test('an event page shows all details of the event, and offers calendar entries, a map and sharing', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'ella', 'Kilns of');
  const title = `Kiln: Opening? ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 12.5, seats: 3 });
  const page = await openPageFor(browser, foyer, nobody, darkPhone);
  await page
    .context()
    .route('https://calendar.google.com/**', (route) => route.fulfill({ body: 'A calendar' }));
  await page.goto(`/events/${id}`);
  const main = page.getByRole('main');
  for (const text of [
    `Hosted by Kilns of ${organiser.username}`,
    'Upcoming',
    '£12.50',
    '3 tickets remaining',
    'Room for 3 attendees',
    'Thursday, May 1, 2031',
    '7:00 PM – 10:30 PM',
    'London time',
    'The Old Brewery',
    'Mill Lane',
    'Bring a coat, and somebody to talk to.',
    'You must be logged in to purchase tickets',
  ]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /Edit|Delete|Buy/ })).toHaveCount(0);
  await expectAccessible(page, 'an event as visitors see it');

  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Add to Google Calendar' }).click();
  const calendar = new URL((await opened).url()).searchParams;
  expect(calendar.get('dates')).toBe('20310501T180000Z/20310501T213000Z');
  expect([calendar.get('text'), calendar.get('location')]).toEqual([title, 'The Old Brewery, Mill Lane']);
  await expect(page.getByText('Opening Google Calendar...')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for Apple Calendar' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`Kiln Opening ${organiser.username}.ics`);
  expect(await readFile(await file.path(), 'utf8')).toContain('DTSTART:20310501T180000Z');
  await expect(page.getByText('Calendar file downloaded')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await readClipboard(page)).toContain(`${foyer.url}/events/${id}-kiln-opening-`);
  await expect(page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute(
    'href',
    /query=The\+Old\+Brewery%2C\+Mill\+Lane$/,
  );
  await page.getByRole('link', { name: 'Log in to buy a ticket' }).click();
  await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(`/events/${id}`)}`);
});

test('an event page shows other events of its host, and the document has them without scripts', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  const organiser = await createUser(foyer, 'mori', 'Mornings of');
  const publish = (title: string, isPublic = true) =>
    publishEventBy(foyer, organiser, { title: `${title} ${organiser.username}`, isPublic });
  const id = await publish('Alone');
  const more = page.getByRole('region', { name: 'More from this host' });
  await page.goto(`/events/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(more).toHaveCount(0);
  await publish('Hidden', false);
  for (const title of ['One', 'Two', 'Three', 'Four']) await publish(title);
  const document = await page.request.get(`/events/${id}`);
  expect(await document.text()).toContain('More from this host');
  await page.reload();
  await expect(more.getByRole('article')).toHaveCount(3);
  await expect(more.getByText(/Alone|Hidden|Four/)).toHaveCount(0);
  await expectAccessible(page, 'an event with others of its host');
  await more.getByRole('link', { name: `One ${organiser.username}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `One ${organiser.username}` })).toBeVisible();
});

test('an event page notices when the last free seat is reserved, and when this seat becomes free again', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'lena', 'Lasts of');
  const [late, quick] = [await createUser(foyer, 'lou'), await createUser(foyer, 'quin')];
  const title = `Last ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 5, seats: 1 });
  const page = await openPageFor(browser, foyer, late);
  await page.goto(`/events/${id}`);
  await expect(page.getByText('Purchase your ticket to attend this event.')).toBeVisible();
  await expect(page.getByText('1 ticket remaining')).toBeVisible();
  await register(foyer, quick, id);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await expect(page.getByText('No tickets remaining for this event')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All reserved right now' })).toBeDisabled();
  await expectAccessible(page, 'an event whose last seat is held');

  const holder = await openPageFor(browser, foyer, quick);
  let checks = 0;
  holder.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/events/${id}` && request.headers().authorization)
      checks += 1;
  });
  await holder.goto(`/events/${id}`);
  await expect(
    holder.getByText('You are registered for this event. Complete your purchase to receive your ticket.'),
  ).toBeVisible();
  await expect.poll(() => checks).toBe(3);
  await holder.getByRole('button', { name: 'Release my seat' }).click();
  const dialog = holder.getByRole('alertdialog', { name: 'Release your seat?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(holder, 'the question before a seat is released');
  await holder.keyboard.press('Escape');
  await expect(holder.getByRole('button', { name: 'Release my seat' })).toBeFocused();
  await holder.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Release my seat' }).click();
  await expect(holder.getByText('Registration canceled successfully')).toBeVisible();
  await expect(holder.getByRole('button', { name: 'Buy Ticket' })).toBeVisible();
  await expect(holder.locator('#ticket-purchase')).toBeFocused();

  // The page must ask for free seats again when it gets the focus, even if the page was visible all the time,
  // as in one of two windows side by side.
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await expect(page.getByRole('button', { name: 'Buy Ticket' })).toBeEnabled();
});

test('a user whose session has ended is sent to the login when they buy or register', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'ines', 'Ends of');
  const sold = await publishEventBy(foyer, organiser, { title: `End ${organiser.username}`, price: 5 });
  const free = await publishEventBy(foyer, organiser, { title: `Free end ${organiser.username}` });
  const member = await createUser(foyer, 'igor');
  const words = [
    { id: sold, press: 'Buy Ticket', notice: 'You must be logged in to purchase tickets' },
    { id: free, press: 'Register', notice: 'You must be logged in to register for events' },
  ];
  for (const { id, press, notice } of words) {
    const page = await openPageFor(browser, foyer, member);
    await page.goto(`/events/${id}`);
    const button = page.getByRole('button', { name: press });
    await expect(button).toBeEnabled();
    await page.evaluate("localStorage.setItem('token', 'x'); localStorage.setItem('refreshToken', 'x')");
    await button.click();
    const notices = page.getByRole('region', { name: /^Notifications/ });
    await expect(notices.getByText(notice)).toBeVisible();
    await expect(notices.getByText(/^Unauthorized/)).toHaveCount(0);
    await expect(notices.getByRole('button', { name: 'Close toast' })).toHaveCSS('width', '44px');
    await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(`/events/${id}`)}`);
    await page.close();
  }
});

test('a team deletes an event without paid tickets, but can only cancel an event with paid tickets', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'tess', 'Teams of');
  const title = `Over ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 5 });
  const soldTitle = `Sold ${organiser.username}`;
  const soldId = await publishEventBy(foyer, organiser, { title: soldTitle, price: 5 });
  const attendee = await createUser(foyer, 'tim');
  await buyTicket(foyer, attendee, soldId);
  const page = await openPageFor(browser, foyer, organiser);
  const askToDelete = async (asked: string) => {
    await page.getByRole('button', { name: 'Delete Event' }).click();
    await expect(page.getByRole('alertdialog', { name: `Delete ${asked}?` })).toBeVisible();
    return page.getByRole('alertdialog');
  };
  await page.goto(`/events/${soldId}`);
  await (await askToDelete(soldTitle)).getByRole('button', { name: 'Delete Event' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/paid tickets/);
  await expectAccessible(page, 'an event that cannot be deleted');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Event' })).toBeFocused();

  const elsewhere = await openPageFor(browser, foyer, attendee);
  await elsewhere.goto(`/events/${id}`);
  await expect(elsewhere.getByRole('button', { name: 'Buy Ticket' })).toBeEnabled();

  await page.goto(`/events/${id}`);
  await expect(page.getByRole('link', { name: 'Edit Event' })).toHaveAttribute('href', `/events/${id}/edit`);
  await (await askToDelete(title)).getByRole('button', { name: 'Delete Event' }).click();
  await expect(page.getByText('Event deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto(`/events/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible();
  await elsewhere.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible();

  await call(foyer, `PATCH /events/${soldId}`, organiser, { status: 'cancelled' });
  await elsewhere.goto(`/events/${soldId}`);
  await expect(
    elsewhere.getByText(
      /^This event has been cancelled\. Your money (goes|has gone) back to the card it came from\.$/,
    ),
  ).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Event Cancelled' })).toBeDisabled();
  await expect(elsewhere.getByText('tickets remaining')).toHaveCount(0);
  await page.goto('/events/%20');
  await expect(page.getByText('No event ID provided')).toBeVisible();
});

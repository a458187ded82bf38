import { expect, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../foyer-test.ts';
import { getAttachment, readMail, readQrCode, readShortCode } from '../outbox.ts';
import type { Foyer } from '../server.ts';
import { nobody, openPageFor } from '../users.ts';
import { payByCard } from './sales.ts';

interface Person {
  page: Page;
  username: string;
  email: string;
}

let people = 0;

/** Errors on the page fail the test. */
async function openNewPerson(browser: Browser, foyer: Foyer, word: string): Promise<Person> {
  people += 1;
  const page = await openPageFor(browser, foyer, nobody);
  const username = `${word}${people}${Date.now().toString(36)}`;
  return { page, username, email: `${username}@example.org` };
}

async function signUp({ page, username, email }: Person, team?: string) {
  await page.goto('/auth/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill('a good password');
  if (team) {
    await page.getByLabel('I am an event organizer').check();
    await page.getByLabel('Team Name').fill(team);
    await page.getByLabel('Team Description').fill('We fill the old brewery with people.');
  }
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

interface NewEvent {
  title: string;
  price: string;
  seats: string;
}

async function publishEvent(page: Page, { title, price, seats }: NewEvent) {
  await page.getByRole('link', { name: 'Create New Event' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page
    .getByRole('textbox', { name: 'Description' })
    .fill('Three kilns, one night. Bring something to unpack.');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Art');
  await page.getByLabel('Start Time').fill('2031-05-01T19:00');
  await page.getByLabel('End Time').fill('2031-05-01T22:30');
  await page.getByRole('textbox', { name: 'Location' }).fill('The Old Brewery, Mill Lane');
  await page.getByRole('spinbutton', { name: 'Price' }).fill(price);
  await page.getByRole('spinbutton', { name: 'Max Attendees' }).fill(seats);
  await page.locator('input[type=file]').setInputFiles({
    name: 'kiln.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 1200, height: 700, channels: 3, background: '#b3401f' } })
      .png()
      .toBuffer(),
  });
  await page.getByText('Publish Now').click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page).toHaveURL(/\/events$/);
}

/** Finds the event with a search on the events page, as a visitor does, and opens the event's page. */
async function openEventFromSearch(page: Page, title: string) {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Events' }).click();
  await page.getByLabel('Search events').fill(title.toUpperCase());
  await expect(page.getByText('Found 1 matching event')).toBeVisible();
  await page.getByRole('link', { name: `Details: ${title}` }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

async function checkIn(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(page.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
}

test('an organiser sells a ticket, the buyer pays by card, and the check-in page admits the buyer only once', async ({
  browser,
  foyer,
}) => {
  const organiser = await openNewPerson(browser, foyer, 'orla');
  const title = `Kiln Opening ${organiser.username}`;
  await signUp(organiser, `Kilns of ${organiser.username}`);
  await expect(organiser.page).toHaveURL(/\/dashboard/);
  await publishEvent(organiser.page, { title, price: '12.50', seats: '2' });

  const buyer = await openNewPerson(browser, foyer, 'bea');
  await openEventFromSearch(buyer.page, title);
  const eventUrl = buyer.page.url();
  await signUp(buyer);
  await expect(buyer.page).toHaveURL(/\/profile/);
  await buyer.page.goto(eventUrl);
  await expect(buyer.page.getByText('2 tickets remaining')).toBeVisible();
  await buyer.page.getByRole('button', { name: 'Buy Ticket' }).click();
  await expect(buyer.page.getByRole('heading', { name: /^Pay Foyer/ })).toBeVisible();
  await payByCard(buyer.page, '4242 4242 4242 4242');
  await expect(buyer.page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  const mail = await readMail(foyer, { to: buyer.email, subject: `Your ticket: ${title}` });
  const verifyUrl = await readQrCode(mail);
  expect(verifyUrl).toMatch(new RegExp(`^${foyer.url}/tickets/verify/[\\w-]{20,}$`));
  expect(getAttachment(mail, 'event.ics').toString()).toContain('DTSTART:20310501T180000Z');

  await buyer.page.getByRole('link', { name: 'View My Tickets' }).click();
  await expect(buyer.page.getByRole('link', { name: title }).first()).toBeVisible();
  await expect(buyer.page.getByText(readShortCode(mail))).toBeVisible();
  await buyer.page.goto(eventUrl);
  await expect(buyer.page.getByRole('button', { name: 'Ticket Purchased' })).toBeDisabled();
  await expect(buyer.page.getByText('1 ticket remaining')).toBeVisible();

  await checkIn(organiser.page, verifyUrl);
  await organiser.page.goto(verifyUrl);
  await expect(organiser.page.getByRole('heading', { name: 'Already used' })).toBeVisible();
  await expect(organiser.page.getByText('Ticket has already been used')).toBeVisible();
});

test('a guest registers for a free event, gets a ticket, and is admitted only once', async ({
  browser,
  foyer,
}) => {
  const organiser = await openNewPerson(browser, foyer, 'otto');
  const title = `Open Studio ${organiser.username}`;
  await signUp(organiser, `Studios of ${organiser.username}`);
  await expect(organiser.page).toHaveURL(/\/dashboard/);
  await publishEvent(organiser.page, { title, price: '0', seats: '30' });

  const guest = await openNewPerson(browser, foyer, 'gil');
  await signUp(guest);
  await expect(guest.page).toHaveURL(/\/profile/);
  await openEventFromSearch(guest.page, title);
  await guest.page.getByRole('button', { name: 'Register' }).click();
  await expect(guest.page.getByRole('button', { name: 'Registered' })).toBeDisabled();

  const mail = await readMail(foyer, { to: guest.email, subject: `Your ticket: ${title}` });
  const verifyUrl = await readQrCode(mail);
  await guest.page.goto('/profile');
  await expect(guest.page.getByText(readShortCode(mail))).toBeVisible();
  await checkIn(organiser.page, verifyUrl);
  await organiser.page.goto(verifyUrl);
  await expect(organiser.page.getByRole('heading', { name: 'Already used' })).toBeVisible();
});

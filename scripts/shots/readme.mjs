import { join } from 'node:path';
import sharp from 'sharp';
import { logIn } from '../../e2e/users.ts';
import { root } from '../bootstrap/setup.mjs';

/** @import { Browser, Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */

export const readmeFolder = join(root, 'docs/pictures');

const usual = { width: 1280, height: 860 };

/**
 * The pictures in the README. They show the demo world as it is after the first start.
 * @type {{ name: string, theme: string, open: (page: Page) => Promise<void>, size?: typeof usual }[]}
 */
const shots = [
  { name: 'landing', theme: 'light', open: showLanding },
  { name: 'events', theme: 'light', open: showEvents },
  // The card with the tickets needs a larger window.
  { name: 'event', theme: 'dark', open: showEvent, size: { width: 2080, height: 1398 } },
  { name: 'ticket', theme: 'light', open: showTicket },
  // The sales of the next event need a larger window.
  { name: 'dashboard', theme: 'light', open: showDashboard, size: { width: 1600, height: 1075 } },
  { name: 'form', theme: 'dark', open: showForm },
  { name: 'attendees', theme: 'light', open: showAttendees },
  { name: 'door', theme: 'light', open: showDoor },
  { name: 'admin', theme: 'light', open: showAdmin },
  { name: 'system', theme: 'dark', open: showSystem },
];

/**
 * @param {Foyer} foyer
 * @param {Browser} browser
 */
export async function takeReadmePictures(foyer, browser) {
  for (const { name, theme, open, size = usual } of shots) {
    const page = await browser.newPage({
      baseURL: foyer.url,
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      // Most pictures wait until the network is idle, but a service worker would load files all the time.
      serviceWorkers: 'block',
      viewport: size,
    });
    await open(page);
    await page.evaluate('document.fonts.ready');
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .resize(usual)
      .webp({ quality: 80 })
      .toFile(join(readmeFolder, `${name}.webp`));
    await page.close();
  }
}

/** @param {Page} page */
async function showLanding(page) {
  await page.goto('/', { waitUntil: 'networkidle' });
}

/** @param {Page} page */
async function showEvents(page) {
  await page.goto('/events', { waitUntil: 'networkidle' });
}

/** @param {Page} page */
async function showEvent(page) {
  await page.goto('/events?q=Silent+Film');
  await page.getByRole('link', { name: /^Details/ }).click();
  // Wait for the event's own page, whose address names the event.
  await page.waitForURL(/\/events\/\d+-[a-z0-9-]+$/);
  await page.goto(`${page.url()}?code=PIANO`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'More Adult tickets' }).dblclick();
  await page.getByRole('button', { name: 'More Child tickets' }).click();
  await page.getByRole('link', { name: /^Get 3 tickets/ }).waitFor();
  // Shows all of the card with the tickets, and as much above the card as there is room for.
  const card = await page.getByRole('complementary', { name: 'Ticket Purchase' }).boundingBox();
  const bottom = (card?.y ?? 0) + (card?.height ?? 0) + Number(await page.evaluate('scrollY'));
  const top = Math.max(0, bottom + 24 - (page.viewportSize()?.height ?? 0));
  await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`);
}

/** @param {Page} page */
async function showTicket(page) {
  await logIn(page, 'attendee');
  await page.goto('/profile', { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { name: 'Your Tickets' });
  const top = ((await heading.boundingBox())?.y ?? 0) - 110;
  // Without `instant`, the page would still be scrolling when the picture is taken.
  await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`);
}

/** @param {Page} page */
async function showDashboard(page) {
  await logIn(page, 'teamadmin');
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
}

/** @param {Page} page */
async function showForm(page) {
  await logIn(page, 'teamadmin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Edit: Cello by Candlelight' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** @param {Page} page */
async function showAttendees(page) {
  await logIn(page, 'teamadmin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Attendees: Cello by Candlelight' }).click();
  await page.getByLabel('Search attendees').waitFor();
  await page.waitForLoadState('networkidle');
}

/** @param {Page} page */
async function showDoor(page) {
  await logIn(page, 'teamadmin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Check in: Cello by Candlelight' }).click();
  const code = await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.getItem('token') };
    const id = new URLSearchParams(location.search).get('event');
    const { tickets } = await (await fetch('/api/tickets/event/' + id, { headers })).json();
    return tickets[0].ticket_code;
  })()`);
  await page.getByLabel('Ticket code').fill(String(code));
  await page.getByLabel('Ticket code').press('Enter');
  // The ticket is for another day, so the page asks before it admits the attendee.
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await page.getByRole('heading', { name: 'In', exact: true }).waitFor();
}

/** @param {Page} page */
async function showAdmin(page) {
  await logIn(page, 'admin');
  await page.goto('/admin/events?sort_by=start_time&order=asc', { waitUntil: 'networkidle' });
}

/** @param {Page} page */
async function showSystem(page) {
  await logIn(page, 'admin');
  await page.goto('/admin/settings', { waitUntil: 'networkidle' });
  await page.getByText(/^Checked at/).waitFor();
}

import { call } from '../../e2e/users.ts';
import { sellGroup } from './sale-events.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { User } from '../../e2e/users.ts' */
/** @import { Screen } from './screen.mjs' */

/**
 * Lists the screens of a volunteer's door: one that is open now, and one that opens years later.
 * @param {Foyer} foyer
 * @param {User} organiser
 * @param {number} later an event of the organiser's team that starts much later
 * @returns {Promise<Screen[]>}
 */
export async function makeDoorScreens(foyer, organiser, later) {
  const { eventId, codes } = await sellGroup(foyer, organiser);
  const open = await makeLink(foyer, organiser, eventId);
  const closed = await makeLink(foyer, organiser, later);
  const as = 'nobody';
  return [
    { name: 'volunteer-door', as, open: (page) => openDoor(page, open) },
    { name: 'volunteer-door-guests', as, open: (page) => findGuests(page, open) },
    {
      name: 'volunteer-door-group',
      as,
      over: 'dialog',
      open: (page) => checkGroup(page, open, codes[0] ?? ''),
    },
    { name: 'volunteer-door-closed', as, open: (page) => page.goto(closed) },
  ];
}

/**
 * @param {Foyer} foyer
 * @param {User} organiser
 * @param {number} eventId
 */
async function makeLink(foyer, organiser, eventId) {
  /** @type {{ key: string }} */
  const { key } = await call(foyer, `POST /events/${eventId}/door-links`, organiser, { name: 'Gate A' });
  return `/door/${eventId}#key=${key}`;
}

/**
 * @param {Page} page
 * @param {string} link
 */
async function openDoor(page, link) {
  await page.goto(link);
  await page.getByText(/tickets?, read /).waitFor();
}

/**
 * @param {Page} page
 * @param {string} link
 */
async function findGuests(page, link) {
  await openDoor(page, link);
  await page.getByLabel('Find a guest by name').fill('Marsh');
  await page.getByRole('list', { name: 'Found guests' }).waitFor();
}

/**
 * @param {Page} page
 * @param {string} link
 * @param {string} code
 */
async function checkGroup(page, link, code) {
  await openDoor(page, link);
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
  await page.getByRole('button', { name: /^Check in the other/ }).waitFor();
}

import { press } from './screen.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Screen } from './screen.mjs' */

const as = 'mei.tanaka';

/**
 * @param {number} eventId an event of the team with a paid ticket
 * @param {string} code the code of a ticket for the event
 * @param {{ hidden: number, unfetched: number }} others a private event, and one whose picture cannot be fetched
 * @returns {Screen[]}
 */
export function makeTeamScreens(eventId, code, { hidden, unfetched }) {
  const members = '/dashboard?section=team-members';
  const attendees = `/events/${eventId}/attendees`;
  const door = `/tickets/verify?event=${eventId}`;
  return [
    { name: 'dashboard', as, open: (page) => page.goto('/dashboard') },
    {
      name: 'dashboard-drafts',
      as: 'teamadmin',
      open: (page) => page.goto('/dashboard?section=draft-events'),
    },
    { name: 'dashboard-money', as, open: (page) => page.goto('/dashboard?section=money') },
    { name: 'dashboard-members', as, open: (page) => page.goto(members) },
    {
      name: 'security-deletion-refused',
      as,
      open: (page) => press(page, '/profile/security', 'See what happens'),
    },
    { name: 'dashboard-empty', as, open: showEmptyDashboard },
    {
      name: 'team-edit-dialog',
      as: 'teamadmin',
      over: 'dialog',
      open: (page) => press(page, '/teams/1', 'Edit team'),
    },
    {
      name: 'member-invite-dialog',
      as,
      over: 'dialog',
      open: (page) => press(page, members, 'Invite Team Member'),
    },
    { name: 'member-role-dialog', as, over: 'dialog', open: (page) => press(page, members, /^Change Role:/) },
    {
      name: 'member-remove-dialog',
      as,
      over: 'alertdialog',
      open: (page) => press(page, members, /^Remove:/),
    },
    ...makeEventScreens(eventId, { hidden, unfetched }),
    { name: 'attendees', as, open: (page) => page.goto(attendees) },
    { name: 'door', as, open: (page) => page.goto(door) },
    { name: 'door-links-dialog', as, over: 'dialog', open: (page) => press(page, door, 'Volunteers') },
    {
      name: 'door-refused',
      as,
      over: 'dialog',
      open: (page) => showVerdict(page, door, 'AAAAAAAAAAAAAAAAAAAAAAAA'),
    },
    { name: 'door-admitted', as, over: 'dialog', open: (page) => showAdmitted(page, door, code) },
  ];
}

/**
 * @param {number} eventId
 * @param {{ hidden: number, unfetched: number }} others
 * @returns {Screen[]}
 */
function makeEventScreens(eventId, { hidden, unfetched }) {
  const sales = `/events/${eventId}/sales`;
  return [
    { name: 'event-managed', as, open: (page) => page.goto(`/events/${eventId}`) },
    {
      name: 'event-delete-dialog',
      as,
      over: 'alertdialog',
      open: (page) => press(page, `/events/${eventId}`, 'Delete Event'),
    },
    { name: 'event-private', as, open: (page) => page.goto(`/events/${hidden}`) },
    {
      name: 'event-private-new-link-dialog',
      as,
      over: 'alertdialog',
      open: (page) => press(page, `/events/${hidden}`, 'Replace the link'),
    },
    { name: 'event-form', as, open: (page) => page.goto('/events/create') },
    { name: 'event-form-repeats', as, open: showRepeats },
    { name: 'event-form-kept', as, open: showKeptOffer },
    { name: 'event-saved', as, open: (page) => showSaved(page, eventId) },
    { name: 'event-form-errors', as, open: (page) => press(page, '/events/create', 'Create Event') },
    { name: 'event-form-unfetched-picture', as, open: (page) => page.goto(`/events/edit/${unfetched}`) },
    { name: 'event-form-edit', as, open: (page) => page.goto(`/events/edit/${eventId}`) },
    {
      name: 'event-form-ticket-types',
      as,
      open: (page) => press(page, '/events/create', 'Add another ticket type'),
    },
    { name: 'sales', as, open: (page) => page.goto(sales) },
    {
      name: 'promo-code-dialog',
      as,
      over: 'dialog',
      open: (page) => press(page, sales, 'Create promo code'),
    },
  ];
}

/** @param {Page} page */
async function showEmptyDashboard(page) {
  await page.route('**/api/events/team/**', (route) => route.fulfill({ json: { events: [] } }));
  await page.goto('/dashboard');
  await page.getByText('No events found.').waitFor();
}

/**
 * @param {Page} page
 * @param {string} door
 * @param {string} code
 */
async function showVerdict(page, door, code) {
  await page.goto(door, { waitUntil: 'networkidle' });
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
}

/**
 * @param {Page} page
 * @param {string} door
 * @param {string} code
 */
async function showAdmitted(page, door, code) {
  await showVerdict(page, door, code);
  // The ticket is for another day, so the page asks before it admits the attendee.
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await page.getByRole('heading', { name: 'In', exact: true }).waitFor();
}

/** @param {Page} page */
async function showRepeats(page) {
  await page.goto('/events/create');
  await page.getByLabel('Start Time').fill('2031-05-01T19:00');
  await page.getByLabel('Repeat', { exact: true }).selectOption('Every week on Thursday');
}

/** @param {Page} page */
async function showKeptOffer(page) {
  await page.goto('/events/create');
  await page.getByLabel('Title').fill('Half a title');
  // As in a new tab, nothing is left but what the browser keeps.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/support');
  await page.goto('/events/create');
  await page.getByRole('button', { name: 'Bring it back' }).waitFor();
}

/**
 * @param {Page} page
 * @param {number} eventId
 */
async function showSaved(page, eventId) {
  await page.goto(`/events/create?copy=${eventId}`);
  await page.getByLabel('Start Time').fill('2031-05-01T19:00');
  await page.getByLabel('End Time').fill('2031-05-01T21:00');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.getByRole('link', { name: 'View event' }).waitFor();
}

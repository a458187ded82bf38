import { buyTicket, call, logInDemoUser, publishEventBy, register, createUser } from '../../e2e/users.ts';
import { makeAdminScreens } from './admin-screens.mjs';
import { makeDoorScreens } from './door-screens.mjs';
import { makeLinkScreens } from './link-screens.mjs';
import { makeOrderScreens } from './order-screens.mjs';
import { makeSaleScreens } from './sale-screens.mjs';
import { press } from './screen.mjs';
import { makeTeamScreens } from './team-screens.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { NewEvent, User } from '../../e2e/users.ts' */
/** @import { Screen } from './screen.mjs' */

/**
 * Creates the events that the screens need, and lists the screens.
 * @param {Foyer} foyer
 * @returns {Promise<Screen[]>}
 */
export async function makeScreens(foyer) {
  const attendee = await logInDemoUser(foyer, 'attendee');
  const organiser = await logInDemoUser(foyer, 'mei.tanaka');
  const guest = await createUser(foyer, 'guest');
  /** @param {Partial<NewEvent>} wish */
  const publish = (wish) => publishEventBy(foyer, organiser, { title: 'An Evening of Lanterns', ...wish });
  const free = await publish({});
  const paid = await publish({ title: 'Songs for Two Cellos', price: 12.5 });
  const bought = await publish({ title: 'The Long Table Supper', price: 24 });
  const hidden = await publish({ title: 'Supper Behind the Curtain', isPublic: false });
  const unfetched = await publish({ title: 'Postcards From the Pier' });
  await call(foyer, `PATCH /events/${unfetched}`, organiser, {
    event_img_url: 'https://example.org:8443/pier.png',
  });
  const soldOut = await publish({ title: 'One Chair Theatre', seats: 1 });
  await buyTicket(foyer, attendee, bought);
  await register(foyer, guest, soldOut);
  await inviteTo(foyer, organiser, attendee.id);
  /** @type {{ events: { id: number }[] }} */
  const past = await call(foyer, 'GET /events/past', null);
  const ended = past.events[0]?.id ?? 0;
  /** @type {{ tickets: { ticket_code: string }[] }} */
  const { tickets } = await call(foyer, `GET /tickets/event/${bought}`, organiser);
  return [
    ...makeVisitorScreens(free),
    ...makeAttendeeScreens({ free, paid, bought, soldOut, ended }),
    ...makeTeamScreens(bought, tickets[0]?.ticket_code ?? '', { hidden, unfetched }),
    ...(await makeOrderScreens(foyer, attendee)),
    ...(await makeSaleScreens(foyer, { attendee, organiser })),
    ...(await makeDoorScreens(foyer, organiser, bought)),
    ...makeAdminScreens(),
    ...makeLinkScreens(),
  ];
}

/**
 * Invites the user, and an email address without an account, to the organiser's team.
 * @param {Foyer} foyer
 * @param {User} organiser
 * @param {number} userId
 */
async function inviteTo(foyer, organiser, userId) {
  /** @type {{ teamMember: { team_id: number } }} */
  const { teamMember } = await call(foyer, `GET /teams/members/user/${organiser.id}`, organiser);
  const place = { team_id: teamMember.team_id, role: 'event_manager' };
  await call(foyer, 'POST /teams/members', organiser, { ...place, user_id: userId });
  await call(foyer, 'POST /teams/members', organiser, { ...place, email: 'newcomer@example.org' });
}

/**
 * @param {number} eventId
 * @returns {Screen[]}
 */
function makeVisitorScreens(eventId) {
  const as = 'nobody';
  return [
    { name: 'landing', as, open: (page) => page.goto('/') },
    { name: 'login', as, open: (page) => page.goto('/auth/login') },
    { name: 'login-refused', as, open: showRefusedLogin },
    { name: 'sign-up', as, open: (page) => page.goto('/auth/signup') },
    { name: 'sign-up-organiser', as, open: showOrganiserSignUp },
    { name: 'events', as, open: (page) => page.goto('/events') },
    { name: 'events-weekend', as, open: (page) => page.goto('/events?when=weekend') },
    { name: 'calendar', as, open: (page) => page.goto('/events/calendar') },
    { name: 'team', as, open: (page) => page.goto('/teams/1') },
    { name: 'events-nothing-found', as, open: (page) => page.goto('/events?q=zzzz') },
    { name: 'events-error', as, open: showEventsError },
    { name: 'event-signed-out', as, open: (page) => page.goto(`/events/${eventId}`) },
    { name: 'event-missing', as, open: (page) => page.goto('/events/999999') },
    { name: 'profile-signed-out', as, open: (page) => page.goto('/profile') },
    { name: 'invitations-signed-out', as, open: (page) => page.goto('/invitations') },
    { name: 'payment-signed-out', as, open: (page) => page.goto('/payment/success?session_id=cs_test_x') },
    { name: 'support', as, open: (page) => page.goto('/support?session_id=cs_test_x') },
    { name: 'not-found', as, open: (page) => page.goto('/nowhere') },
  ];
}

/**
 * @param {Record<'free' | 'paid' | 'bought' | 'soldOut' | 'ended', number>} events
 * @returns {Screen[]}
 */
function makeAttendeeScreens({ free, paid, bought, soldOut, ended }) {
  const as = 'attendee';
  return [
    { name: 'event-free', as, open: (page) => page.goto(`/events/${free}`) },
    { name: 'event-paid', as, open: (page) => page.goto(`/events/${paid}`) },
    { name: 'event-bought', as, open: (page) => page.goto(`/events/${bought}`) },
    { name: 'event-sold-out', as, open: (page) => page.goto(`/events/${soldOut}`) },
    { name: 'event-ended', as, open: (page) => page.goto(`/events/${ended}`) },
    { name: 'events-signed-in', as, open: (page) => page.goto('/events') },
    { name: 'payment-verifying', as, open: (page) => showPayment(page, null), waiting: true },
    { name: 'payment-failed', as, open: (page) => showPayment(page, { status: 'unpaid', eventId: paid }) },
    {
      name: 'payment-refunded',
      as,
      open: (page) => showPayment(page, { status: 'refunded', eventId: paid }),
    },
    { name: 'payment-success', as, open: (page) => showPayment(page, { status: 'paid', eventId: bought }) },
    { name: 'profile', as, open: (page) => page.goto('/profile') },
    { name: 'profile-edit', as, open: showProfileForm },
    { name: 'tickets', as, open: (page) => page.goto('/profile/tickets') },
    { name: 'security', as, open: (page) => page.goto('/profile/security') },
    { name: 'security-deletion', as, open: (page) => press(page, '/profile/security', 'See what happens') },
    { name: 'invitations', as, open: (page) => page.goto('/invitations') },
    {
      name: 'invitation-decline-dialog',
      as,
      over: 'alertdialog',
      open: (page) => press(page, '/invitations', /^Decline:/),
    },
    { name: 'invitations-none', as: 'eventmanager', open: (page) => page.goto('/invitations') },
    { name: 'profile-list', as, open: showRegistrationList },
    { name: 'profile-empty', as: 'eventmanager', open: (page) => page.goto('/profile') },
    {
      name: 'ticket-full-screen',
      as,
      over: 'dialog',
      open: (page) => press(page, '/profile', /Full screen/),
    },
    { name: 'cancel-dialog', as, over: 'alertdialog', open: showCancelDialog },
    { name: 'account-menu', as, over: 'menu', open: (page) => press(page, '/support', /^My Account/) },
    { name: 'event-permission-denied', as, open: (page) => page.goto(`/events/edit/${free}`) },
  ];
}

/** @param {Page} page */
async function showRefusedLogin(page) {
  await page.goto('/auth/login', { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Username' }).fill('attendee');
  await page.getByRole('textbox', { name: 'Password' }).fill('forgotten');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Invalid username or password').first().waitFor();
}

/** @param {Page} page */
async function showOrganiserSignUp(page) {
  await page.goto('/auth/signup', { waitUntil: 'networkidle' });
  await page.getByRole('checkbox', { name: 'I am an event organizer' }).click();
  await page.getByRole('textbox', { name: 'Team Name' }).waitFor();
}

/** @param {Page} page */
async function showEventsError(page) {
  await page.goto('/events', { waitUntil: 'networkidle' });
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Sort by').selectOption('Location');
  await page.getByRole('alert').filter({ hasText: 'Error' }).waitFor();
}

/**
 * @param {Page} page
 * @param {{ status: string, eventId: number } | null} answer the server's report about the payment, or null before the first report
 */
async function showPayment(page, answer) {
  await page.route('**/api/stripe/payment-status/*', async (route) => {
    if (answer) await route.fulfill({ json: { ...answer, success: true, isPaid: answer.status === 'paid' } });
  });
  await page.route('**/api/stripe/sync-payment/*', (route) => route.fulfill({ json: { success: true } }));
  await page.goto('/payment/success?session_id=cs_test_x');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.filter({ hasText: answer ? /Successful|Failed|Refunded|Received/ : 'Verifying' }).waitFor();
}

/** @param {Page} page */
async function showProfileForm(page) {
  await press(page, '/profile', 'Edit Profile');
  await page.getByRole('textbox', { name: 'Username' }).waitFor();
}

/** @param {Page} page */
async function showRegistrationList(page) {
  await page.goto('/profile', { waitUntil: 'networkidle' });
  await page.getByRole('tab', { name: 'List View' }).click();
}

/** @param {Page} page */
async function showCancelDialog(page) {
  await showRegistrationList(page);
  const cards = page.getByRole('tabpanel').getByRole('listitem').filter({ hasNotText: 'Table Supper' });
  await cards
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Cancel registration' }).click();
}

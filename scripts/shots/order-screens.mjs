import { call, logInDemoUser } from '../../e2e/users.ts';
import { placeOrder } from './sale-events.mjs';
import { press } from './screen.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { User } from '../../e2e/users.ts' */
/** @import { Screen } from './screen.mjs' */

/** The buyer of the order that is not paid yet. */
const holder = 'eventmanager';

/**
 * Lists the screens on which people choose and order tickets of several types. They show an event of the demo world.
 * @param {Foyer} foyer
 * @param {User} attendee the buyer of one of its orders
 * @returns {Promise<Screen[]>}
 */
export async function makeOrderScreens(foyer, attendee) {
  const [film, reserved] = [await findEvent(foyer, 'Silent Film'), await findEvent(foyer, 'Sourdough')];
  /** @type {{ ticket_types: { id: number }[] }} */
  const { ticket_types: types } = await call(foyer, `GET /events/${film}/ticket-types`, null);
  /** @type {{ orders: { number: string, event: { id: number } }[] }} */
  const { orders } = await call(foyer, `GET /users/${attendee.id}/orders`, attendee);
  const own = orders.find(({ event }) => event.id === film)?.number ?? '';
  /** @type {{ order: { tickets: { ticket_code: string | null }[] } }} */
  const { order } = await call(foyer, `GET /orders/${own}`, attendee);
  const code = order.tickets.find(({ ticket_code }) => ticket_code)?.ticket_code ?? '';
  const buyer = await logInDemoUser(foyer, holder);
  const { number: held } = await placeOrder(foyer, { eventId: film, buyer, quantities: [2, 1] });
  const choice = `tickets=${types[0]?.id}x2_${types[2]?.id}x1`;
  return [
    { name: 'order-choice', as: 'nobody', open: (page) => page.goto(`/events/${film}`) },
    {
      name: 'order-choice-promo-code',
      as: 'nobody',
      open: (page) => page.goto(`/events/${film}?code=PIANO&${choice}`),
    },
    { name: 'order-choice-reserved', as: 'nobody', open: (page) => page.goto(`/events/${reserved}`) },
    {
      name: 'order-checkout',
      as: 'nobody',
      open: (page) => page.goto(`/events/${film}/checkout?code=PIANO&${choice}`),
    },
    {
      name: 'order-checkout-names',
      as: 'nobody',
      open: (page) => press(page, `/events/${film}/checkout?${choice}`, 'Add names'),
    },
    {
      name: 'order-checkout-signed-in',
      as: 'attendee',
      open: (page) => page.goto(`/events/${film}/checkout?${choice}`),
    },
    {
      name: 'order-choice-wrong-code',
      as: 'nobody',
      open: (page) => page.goto(`/events/${film}?code=NOSUCH&${choice}`),
    },
    {
      name: 'order-checkout-signed-in-names',
      as: 'attendee',
      open: (page) => press(page, `/events/${film}/checkout?code=PIANO&${choice}`, 'Add names'),
    },
    ...makeHeldScreens(held, film, choice),
    { name: 'order', as: 'attendee', open: (page) => page.goto(`/orders/${own}`) },
    { name: 'order-rename', as: 'attendee', open: (page) => press(page, `/orders/${own}`, /^Change name/) },
    { name: 'order-expired', as: 'attendee', open: (page) => showEnded(page, own, 'expired') },
    { name: 'order-cancelled', as: 'attendee', open: (page) => showEnded(page, own, 'cancelled') },
    { name: 'order-signed-out', as: 'nobody', open: (page) => page.goto(`/orders/${own}`) },
    { name: 'order-door', as: 'teamadmin', open: (page) => page.goto(`/tickets/verify/${code}`) },
    ...makeSellerScreens(film, own),
  ];
}

/**
 * Lists the screens of a buyer whose order is not paid yet.
 * @param {string} held the number of this order
 * @param {number} film
 * @param {string} choice
 * @returns {Screen[]}
 */
function makeHeldScreens(held, film, choice) {
  return [
    { name: 'order-held', as: holder, open: (page) => page.goto(`/orders/${held}`) },
    { name: 'sandbox-card', as: holder, open: (page) => openCardPage(page, held) },
    { name: 'sandbox-card-declined', as: holder, open: (page) => showDeclinedCard(page, held) },
    { name: 'order-held-ending', as: holder, open: (page) => showHold(page, held, 95) },
    { name: 'order-held-over', as: holder, open: (page) => showHold(page, held, 0) },
    {
      name: 'order-checkout-open-order',
      as: holder,
      open: (page) => showOpenOrder(page, film, choice),
    },
    {
      name: 'order-checkout-too-late',
      as: holder,
      open: (page) => showTooLate(page, { eventId: film, choice, number: held }),
    },
  ];
}

/**
 * Lists the screens on which the team sees what it sells.
 * @param {number} film
 * @param {string} own the number of an order
 * @returns {Screen[]}
 */
function makeSellerScreens(film, own) {
  const as = 'teamadmin';
  return [
    { name: 'order-list', as, open: (page) => page.goto(`/events/${film}/orders`) },
    { name: 'order-attendees', as, open: (page) => page.goto(`/events/${film}/attendees`) },
    { name: 'order-sold', as, open: (page) => page.goto(`/events/${film}/orders/${own}`) },
    {
      name: 'order-refund-dialog',
      as,
      over: 'dialog',
      open: (page) => press(page, `/events/${film}/orders/${own}`, 'Refund'),
    },
    { name: 'order-messages', as, open: (page) => page.goto(`/events/${film}/messages`) },
    {
      name: 'order-reminder-dialog',
      as,
      open: (page) => press(page, `/events/${film}/messages`, 'Edit the reminder'),
      over: 'dialog',
    },
    { name: 'order-guest-list', as, open: (page) => page.goto(`/events/${film}/guest-list`) },
    { name: 'order-sales', as, open: (page) => page.goto(`/events/${film}/sales`) },
    {
      name: 'order-promo-code-edit-dialog',
      as,
      over: 'dialog',
      open: (page) => press(page, `/events/${film}/sales`, 'Edit PIANO'),
    },
    {
      name: 'order-promo-code-end-dialog',
      as,
      over: 'alertdialog',
      open: (page) => press(page, `/events/${film}/sales`, 'End: PIANO'),
    },
    {
      name: 'order-guest-list-paste',
      as,
      open: (page) => press(page, `/events/${film}/guest-list`, 'Paste a list'),
    },
    { name: 'order-types-form', as, open: (page) => page.goto(`/events/edit/${film}`) },
  ];
}

/**
 * @param {Foyer} foyer
 * @param {string} words
 * @returns {Promise<number>}
 */
async function findEvent(foyer, words) {
  /** @type {{ events: { id: number }[] }} */
  const { events } = await call(foyer, `GET /events?q=${words}`, null);
  return events[0]?.id ?? 0;
}

/**
 * Shows a paid order as if it had ended.
 * @param {Page} page
 * @param {string} number
 * @param {'expired' | 'cancelled'} status
 */
async function showEnded(page, number, status) {
  await page.route(`**/api/orders/${number}`, async (route) => {
    const response = await route.fetch();
    const { order } = await response.json();
    const tickets = order.tickets.map((/** @type {object} */ ticket) => ({ ...ticket, status }));
    await route.fulfill({ response, json: { order: { ...order, status, tickets } } });
  });
  await page.goto(`/orders/${number}`);
}

/**
 * Shows an unpaid order with little time left.
 * @param {Page} page
 * @param {string} number
 * @param {number} secondsLeft
 */
async function showHold(page, number, secondsLeft) {
  await page.route(`**/api/orders/${number}`, async (route) => {
    const response = await route.fetch();
    const { order } = await response.json();
    const ending = { hold_seconds_left: secondsLeft, may_extend: secondsLeft > 0 };
    await route.fulfill({ response, json: { order: { ...order, ...ending } } });
  });
  await page.goto(`/orders/${number}`);
}

/**
 * @param {Page} page
 * @param {string} held
 */
async function openCardPage(page, held) {
  await press(page, `/orders/${held}`, /^Pay/);
  await page.waitForURL(/\/sandbox\/pay\//);
}

/**
 * @param {Page} page
 * @param {string} held
 */
async function showDeclinedCard(page, held) {
  await openCardPage(page, held);
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Quill');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('alert').waitFor();
}

/**
 * Orders something else instead of the open order, when its time to change is over.
 * @param {Page} page
 * @param {{ eventId: number, choice: string, number: string }} order
 */
async function showTooLate(page, { eventId, choice, number }) {
  await showOpenOrder(page, eventId, choice);
  await page.route('**/api/orders', (route) =>
    route.fulfill({ status: 409, json: { code: 'too_late_to_replace', order: number, msg: 'Too late' } }),
  );
  await page.getByRole('button', { name: 'Order something else instead' }).click();
  await page.getByLabel('Your name').fill('Ada Quill');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('It is too late to choose other tickets.').waitFor();
}

/**
 * Opens the checkout while another order waits for its payment.
 * @param {Page} page
 * @param {number} eventId
 * @param {string} choice
 */
async function showOpenOrder(page, eventId, choice) {
  await page.goto(`/events/${eventId}/checkout?${choice}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'You have an open order' }).waitFor();
}

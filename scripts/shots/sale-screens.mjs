import { createUser, publishEventBy } from '../../e2e/users.ts';
import {
  placeOrder,
  publishClosedSales,
  sellChangedOrder,
  sellGroup,
  sellRefundedOrder,
} from './sale-events.mjs';
import { press } from './screen.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { User } from '../../e2e/users.ts' */
/** @import { Screen } from './screen.mjs' */

const host = 'mei.tanaka';

/**
 * Creates the sales that the demo world does not have, and lists their screens.
 * @param {Foyer} foyer
 * @param {{ attendee: User, organiser: User }} people
 * @returns {Promise<Screen[]>}
 */
export async function makeSaleScreens(foyer, { attendee, organiser }) {
  const closed = await publishClosedSales(foyer, organiser);
  const { eventId, number } = await sellChangedOrder(foyer, organiser, attendee);
  const refunded = await sellRefundedOrder(foyer, organiser, eventId, await createUser(foyer, 'june'));
  const free = await publishEventBy(foyer, organiser, { title: 'Poems After Dark' });
  const guest = await placeOrder(foyer, { eventId: free, buyer: null, quantities: [2] });
  const group = await sellGroup(foyer, organiser);
  const own = `/orders/${number}`;
  const sold = `/events/${eventId}/orders`;
  const door = `/tickets/verify?event=${group.eventId}`;
  const [first = '', second = ''] = group.codes;
  return [
    ...closed.map(({ state, eventId: id }) => ({
      name: `sale-${state}`,
      as: 'nobody',
      open: (/** @type {Page} */ page) => page.goto(`/events/${id}`),
    })),
    { name: 'sale-order-changed', as: 'attendee', open: (page) => page.goto(own) },
    { name: 'sale-order-undelivered', as: 'attendee', open: (page) => showUndelivered(page, number) },
    {
      name: 'sale-transfer-dialog',
      as: 'attendee',
      over: 'dialog',
      open: (page) => press(page, own, /^Give to somebody else/),
    },
    {
      name: 'sale-cancel-dialog',
      as: 'attendee',
      over: 'alertdialog',
      open: (page) => press(page, own, /^Cancel and refund/),
    },
    {
      name: 'sale-order-by-link',
      as: 'nobody',
      open: (page) => page.goto(`/orders/${guest.number}#key=${guest.key}`),
    },
    { name: 'sale-list', as: host, open: (page) => page.goto(sold) },
    { name: 'sale-sold', as: host, open: (page) => page.goto(`${sold}/${number}`) },
    {
      name: 'sale-end-tickets-dialog',
      as: host,
      over: 'dialog',
      open: (page) => press(page, `${sold}/${refunded}`, 'End tickets'),
    },
    { name: 'sale-door-group', as: host, open: (page) => page.goto(`/tickets/verify/${first}`) },
    { name: 'sale-door-rest', as: host, over: 'dialog', open: (page) => admitOne(page, door, second) },
  ];
}

/**
 * Shows an order whose given ticket did not reach its new holder.
 * @param {Page} page
 * @param {string} number
 */
async function showUndelivered(page, number) {
  await page.route(`**/api/orders/${number}`, async (route) => {
    const response = await route.fetch();
    const { order } = await response.json();
    const tickets = order.tickets.map((/** @type {{ transferred_at: string | null }} */ ticket) => ({
      ...ticket,
      undelivered: ticket.transferred_at !== null,
    }));
    await route.fulfill({ response, json: { order: { ...order, tickets } } });
  });
  await page.goto(`/orders/${number}`);
}

/**
 * @param {Page} page
 * @param {string} door
 * @param {string} code
 */
async function admitOne(page, door, code) {
  await page.goto(door, { waitUntil: 'networkidle' });
  await page.getByLabel('Ticket code').fill(code);
  await page.getByLabel('Ticket code').press('Enter');
  await page.getByRole('button', { name: /^Check in the other/ }).waitFor();
}

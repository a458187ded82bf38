/** @import { Guard } from '../list.mjs' */

const orders = 'server/src/features/orders';
const orderKeys = `${orders}/after-sale/order-keys.test.ts`;

/** @type {Guard[]} */
export const orderLinkGuards = [
  {
    promise: 'guests: only the buyer and people with the key print the tickets of an order',
    file: `${orders}/orders.access.service.ts`,
    find: '    hasKey: isOrderKey(siteSecret, order, key),\n',
    replace: '    hasKey: key !== undefined || isOrderKey(siteSecret, order, key),\n',
    test: orderKeys,
    title:
      'is for everybody with the key of the order, but not for people with a wrong key or the key of another order',
  },
  {
    promise: 'transfers: the buyer cannot print a ticket that was given away',
    file: `${orders}/after-sale/ordered-ticket.service.ts`,
    find: "  if (ticket.transferred_at !== null) throw new ApiError('ticket_transferred');\n",
    replace: '',
    test: orderKeys,
    title: 'is refused after the buyer gave the ticket away or cancelled it, and before the order is paid',
  },
  {
    promise: 'guests: a new link ends the old key',
    file: `${orders}/after-sale/new-link.service.ts`,
    find: '  const key_salt = randomUUID();\n',
    replace: '  const { key_salt } = order;\n',
    test: orderKeys,
    title: 'ends the old key, and appears only in the mail to the buyer',
  },
  {
    promise: 'guests: two requests at the same moment make one new link',
    file: `${orders}/after-sale/new-link.service.ts`,
    find: "      .where('key_salt', '=', order.key_salt)\n",
    replace: '',
    test: orderKeys,
    title: 'is made once and mailed once when two requests arrive at the same moment',
  },
  {
    promise: 'guests: the warning before the end of a hold reaches people without an account',
    file: `${orders}/mails/mails.queries.ts`,
    find: "    .leftJoin('users', 'users.id', 'orders.user_id')\n",
    replace: "    .innerJoin('users', 'users.id', 'orders.user_id')\n",
    test: `${orders}/mails/holds.test.ts`,
    title: 'reaches a guest with a link that opens the order',
  },
  {
    promise: 'orders: nobody who has ordered again is told of an expired hold',
    file: `${orders}/mails/mails.queries.ts`,
    find: "            .whereRef('later.event_id', '=', 'orders.event_id')\n",
    replace: "            .where('later.id', '=', 0)\n",
    test: `${orders}/mails/holds.test.ts`,
    title: 'is not sent to a buyer who cancelled the hold, ordered again, or paid',
  },
  {
    promise: 'orders: the mail about an expired hold commits with the end of the hold',
    file: `${orders}/orders.holds.service.ts`,
    find: '    await enqueueExpiredHoldMails(deps, tx, rows);\n',
    replace: '    void enqueueExpiredHoldMails;\n',
    test: `${orders}/mails/holds.test.ts`,
    title: 'is sent once to the guest, and leads to the event',
  },
  {
    promise: 'orders: a buyer who gives an unpaid order back gets no mail',
    file: `${orders}/mails/returned.service.ts`,
    find: "  if (by === 'buyer' && order.status !== 'confirmed') return;\n",
    replace: '',
    test: `${orders}/mails/returned.test.ts`,
    title: 'is not sent to a buyer who gives an unpaid order back',
  },
  {
    promise:
      'orders: an attendee hears when the buyer gives their tickets back, with one mail for each address',
    file: `${orders}/mails/tickets.queries.ts`,
    find: "    .groupBy((group) => group.fn('lower', ['tickets.attendee_email']))\n",
    replace: "    .groupBy('tickets.id')\n",
    test: `${orders}/mails/former-attendees.test.ts`,
    title: 'gets one mail when the buyer gives back the free tickets of an order',
  },
  {
    promise: 'orders: an attendee hears when the buyer cancels a paid ticket',
    file: 'server/src/features/payments/refunds/cancelling.service.ts',
    find: "  await enqueueToAttendees(deps, tx, { order, chosen, by: 'buyer' });\n",
    replace: '',
    test: `${orders}/mails/former-attendees.test.ts`,
    title: 'gets a mail when the buyer cancels a paid ticket',
  },
  {
    promise: 'orders: free orders of guests send no mail to other people about cancelled tickets',
    file: `${orders}/mails/tickets.queries.ts`,
    find: "where.or([where('orders.user_id', 'is not', null), where('tickets.payment_id', 'is not', null)])",
    replace: "where('tickets.id', 'is not', null)",
    test: `${orders}/mails/former-attendees.test.ts`,
    title: 'gets no mail about a free order of a guest, because the guest’s order has sent none before',
  },
];

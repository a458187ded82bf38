/** @import { Guard } from './list.mjs' */

const orders = 'server/src/features/orders';

/** @type {Guard[]} */
export const guestGuards = [
  {
    promise: 'guests: a new salt revokes the key of an order',
    file: `${orders}/orders.keys.service.ts`,
    find: 'update(`order ${id} ${key_salt}`)',
    replace: 'update(`order ${id}`)',
    test: `${orders}/after-sale/after-sale.test.ts`,
    title: 'opens nothing after the salt of the order has changed',
  },
  {
    promise: "guests: a guest's free order mails nobody but the buyer",
    file: `${orders}/mails/tickets.queries.ts`,
    find: "      where.or([where('orders.user_id', 'is not', null), where('tickets.payment_id', 'is not', null)]),",
    replace: "      where.or([where('orders.id', 'is not', null)]),",
    test: `${orders}/mails/tickets.test.ts`,
    title: 'brings a guest all tickets in one mail, with the link that opens the order',
  },
  {
    promise: 'orders: a mail that is due is taken by one process',
    file: `${orders}/mails/tickets.service.ts`,
    find: '    fact: copy === undefined ? `order:${orderId}` : `order:${orderId}:copy:${copy}`,',
    replace: '    fact: `order:${orderId}:${Math.random()}`,',
    test: `${orders}/mails/tickets.test.ts`,
    title: 'is sent once, however many processes find that the mail is due',
  },
  {
    promise: 'orders: a used ticket keeps its name',
    file: `${orders}/after-sale/names.service.ts`,
    find: "  if (ticket.status === 'used') throw new ApiError('ticket_used');\n",
    replace: '',
    test: `${orders}/after-sale/after-sale.test.ts`,
    title: 'stay as they are once their ticket is used or ended, or when the ticket is of another order',
  },
  {
    promise: 'orders: mails that somebody asks for again are limited',
    file: `${orders}/after-sale/resend.service.ts`,
    find: "  await countUse(deps, 'order_mailbox', order.buyer_email.toLowerCase());\n",
    replace: '',
    test: `${orders}/after-sale/after-sale.test.ts`,
    title: 'is sent again when asked for, but only a few times an hour',
  },
  {
    promise: 'the door: nobody guesses short codes',
    file: 'server/src/features/tickets/tickets.service.ts',
    find: "  await countUse(deps, 'short_code_guess', actor.id);\n",
    replace: '',
    test: `${orders}/after-sale/after-sale.test.ts`,
    title: 'lets nobody guess short codes',
  },
  {
    promise: 'orders: the team cancels one ticket of an order, not the whole order',
    file: `${orders}/registrations/tickets.service.ts`,
    find: '    await endOrder(tx, ticket.registration_id, [ticket.id]);\n',
    replace: '    await endOrder(tx, ticket.registration_id, undefined);\n',
    test: `${orders}/after-sale/after-sale.test.ts`,
    title: 'leaves the other tickets of its order valid, and frees one place',
  },
];

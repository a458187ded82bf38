/** @import { Guard } from '../list.mjs' */

const features = 'server/src/features';
const registrations = `${features}/orders/registrations`;
const schema = 'server/src/db/migrations/0001-foyer.sql';
const orderSchema = 'server/src/db/migrations/0023-orders.sql';

/** @type {Guard[]}
 */
export const orderGuards = [
  {
    promise: '1 no place beyond the capacity: the statement that takes it',
    file: 'server/src/db/migrations/0067-until-the-end.sql',
    find: '      and seats_taken + wanted <= coalesce(max_attendees, 2147483647);',
    replace: '      ;',
    test: `${registrations}/registrations.test.ts`,
    title: 'succeeds for exactly as many people as seats are left, however many people register at once',
  },
  {
    promise: '1 no seat beyond the capacity: the check constraint',
    file: schema,
    find: 'check (seats_taken <= max_attendees)',
    replace: 'check (true)',
    test: `${features}/events/events.seats.test.ts`,
    title: 'can be raised to sell more seats, but cannot be set below the seats taken',
  },
  {
    promise: '1 seats taken = live tickets: cancelling frees the seat',
    file: `${registrations}/registrations.service.ts`,
    find: '  await releasePlaces(tx, ticketId === undefined ? endedTicketIds : [...endedTicketIds, ticketId]);\n',
    replace: '',
    test: `${registrations}/registrations.test.ts`,
    title: 'frees the seat and ends the ticket',
  },
  {
    promise: '1 seats taken = live tickets: a refund frees the seat',
    file: `${features}/payments/ledger/ledger.service.ts`,
    find: '  await releasePlaces(tx, endedIds);\n',
    replace: '',
    test: `${features}/payments/refunds/refunds.test.ts`,
    title: 'returns the money and the seat, ends the ticket',
  },
  {
    promise: '1 a hold ends',
    file: `${features}/payments/checkout/holds.service.ts`,
    find: '  await endHold(deps, orderId);\n',
    replace: '',
    test: `${features}/payments/payments.test.ts`,
    title: 'frees the seat when the time to pay is over',
  },
  {
    promise: '1 a payment that failed after its page was left lets go of the seat',
    file: 'server/src/payments/stripe-objects.ts',
    find: ' || hasFailed(session)',
    replace: '',
    test: `${features}/payments/webhooks/webhooks.test.ts`,
    title: 'issue a ticket when a delayed payment succeeds',
  },
  {
    promise: '2 one order of the older API per user and event: the unique index',
    file: orderSchema,
    find: 'create unique index orders_single_key on orders (event_id, user_id) where is_single',
    replace: 'create index orders_single_key on orders (event_id, user_id) where is_single',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint orders_single_key',
  },
  {
    promise: '6 one open hold per event and account, from both APIs: the unique index',
    file: 'server/src/db/migrations/0039-holds-of-accounts.sql',
    find: 'create unique index orders_one_hold_per_user',
    replace: 'create index orders_one_hold_per_user',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint orders_one_hold_per_user',
  },
  {
    promise: '6 one open hold per event and device of a guest: the unique index',
    file: 'server/src/db/migrations/0027-sell.sql',
    find: `drop index orders_one_hold_per_device;

create unique index`,
    replace: `drop index orders_one_hold_per_device;

create index`,
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint orders_one_hold_per_device',
  },
  {
    promise: '6 the older calls open no hold beside an order: the check before the payment',
    file: `${features}/orders/orders.states.service.ts`,
    find: '  assertNoWebOrder(sale.webOrder);\n',
    replace: '',
    test: `${registrations}/both-apis.test.ts`,
    title: 'counts as a registration, so that the older calls sell its buyer no second ticket',
  },
  {
    promise: '6 the older calls register nobody who has an order: the check before the order',
    file: `${features}/orders/orders.states.service.ts`,
    find: 'return (await lockBuyer(tx, sale.eventId, sale.userId)) ? undefined : activateSingle(tx, sale);',
    replace: 'return activateSingle(tx, sale);',
    test: `${registrations}/both-apis.test.ts`,
    title:
      'that is free can be cancelled with the older call, which ends all its tickets and tells the buyer',
  },
  {
    promise: '8 locks in one order: both APIs lock the hold of an account first',
    file: 'server/src/db/migrations/0027-sell.sql',
    find: '  perform lock_hold(at_event, buyer);\n',
    replace: '',
    test: `${registrations}/both-apis.test.ts`,
    title: 'stays the only hold when the same buyer asks the older API for a hold at the same moment',
  },
  {
    promise: '2 one live ticket per place of an order: the unique index',
    file: orderSchema,
    find: 'create unique index tickets_one_live_per_place',
    replace: 'create index tickets_one_live_per_place',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint tickets_one_live_per_place',
  },
  {
    promise: 'orders: the buyer of a ticket does not learn when its guest was checked in',
    file: 'server/src/features/orders/orders.details.queries.ts',
    find: "used_at: withNotes && ticket.status === 'used' ? ticket.used_at : null",
    replace: "used_at: ticket.status === 'used' ? ticket.used_at : null",
    test: 'server/src/features/orders/after-sale/after-sale.test.ts',
    title: 'tells the team when each ticket of an order was checked in, but not the buyer',
  },
  {
    promise: 'refunds: the dialog does not end a used ticket that the team has not chosen',
    file: 'web/src/features/orders/sold/refund-amounts.ts',
    find: "  return !(isEnding && status === 'used');\n",
    replace: '  return isEnding || status !== undefined;\n',
    test: 'web/src/features/orders/sold/refund-amounts.test.ts',
    title: 'chooses every ticket at first, but does not end used tickets unless the team chooses them',
  },
];

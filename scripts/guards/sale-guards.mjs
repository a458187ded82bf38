/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const sale = `${features}/orders/sale`;
const migration = 'server/src/db/migrations/0027-sell.sql';

/** @type {Guard[]} */
export const saleGuards = [
  {
    promise: '1 no place beyond the capacity: an order counts the places that the orders before it left',
    file: migration,
    find: '    seats_left[event_at] := seats_left[event_at] - count;\n',
    replace: '',
    test: `${sale}/sell.test.ts`,
    title: 'are sold one after the other, and each order gets either all of its tickets or none',
  },
  {
    promise: '1 no ticket beyond the quantity of its type: a sale reads what is left under a lock',
    file: migration,
    find: "      elsif left_of[type_at] < (item ->> 'count')::integer and seats_left[event_at] > 0 then",
    replace: '      elsif false then',
    test: `${sale}/sale.test.ts`,
    title: 'are sold to an order only if enough are left for all of its tickets',
  },
  {
    promise: '1 an order takes tickets of its own event only, also in a call for several events',
    file: migration,
    find: 'type_events[type_at] <> event_ids[event_at] or ',
    replace: '',
    test: `${sale}/sell.test.ts`,
    title:
      'can be for several events, and each event keeps to its own places, ticket types and idempotency keys',
  },
  {
    promise: '2 an order is sold whole or not at all: a refusal takes its counts back',
    file: migration,
    find: '      left_of := left_before;\n',
    replace: '',
    test: `${sale}/sell.test.ts`,
    title: 'are sold without an order that needs more tickets of a type than are left',
  },
  {
    promise: '5 the last use of a promo code is sold once: the check under a lock',
    file: migration,
    find: '      elsif uses_left[code_at] < 1 or',
    replace: '      elsif false or',
    test: `${sale}/promo.test.ts`,
    title:
      'is allowed for no more orders than the limit of the code, however many buyers order at the same moment',
  },
  {
    promise: '5 a use of a promo code is given back with the last live ticket, and not before',
    file: migration,
    find: "          select from tickets where tickets.order_id = orders.id and tickets.status in ('held', 'valid', 'used')",
    replace: '          select where false',
    test: `${sale}/promo.test.ts`,
    title: 'is given back when the last ticket of a free order is cancelled, and not before',
  },
  {
    promise: '6 sending a request twice creates one order: the known key',
    file: migration,
    find: '    if known ? key then',
    replace: '    if false then',
    test: `${sale}/sell.test.ts`,
    title: 'are created only once when the same key is sent again, with the same body or with another body',
  },
  {
    promise: '6 nobody gets the order of somebody else by its idempotency key: the hash has the buyer in it',
    file: `${sale}/sale.rules.ts`,
    find: "  const buyer = userId ?? deviceHash?.toString('hex') ?? null;\n",
    replace: '  const buyer = userId === deviceHash;\n',
    test: `${sale}/sale.test.ts`,
    title: 'is refused the second time if the body or the buyer differs from the first time',
  },
  {
    promise: '6 one open hold per event and buyer: the refusal',
    file: migration,
    find: "    elsif open_holds ? holder and (open_holds -> holder -> 'id') is distinct from (one -> 'replaces') then",
    replace: '    elsif false then',
    test: `${sale}/sale.test.ts`,
    title:
      'blocks a second hold by the same device or account at the event, unless the second order replaces the first',
  },
  {
    promise: '6 nobody replaces the hold of somebody else',
    file: `${sale}/sale.service.ts`,
    find: "  if (!order || !isOwn || order.event_id !== body.event_id) throw new ApiError('order_not_found');",
    replace: "  if (!order) throw new ApiError('order_not_found');",
    test: `${sale}/sale.test.ts`,
    title:
      'blocks a second hold by the same device or account at the event, unless the second order replaces the first',
  },
  {
    promise:
      '6 a buyer with an order hears of it, not of a sold-out event: the read before a remembered refusal',
    file: `${sale}/sale.service.ts`,
    find: '(await isRefusalOutdated(db, wanted, { key, userId, deviceHash }))',
    replace: '(await Promise.resolve(false))',
    test: `${sale}/sale.test.ts`,
    title:
      'refuses new orders until a cancelled order frees a place, and answers a repeated request with the order of its buyer',
  },
  {
    promise:
      '6 places that become free anywhere are sold at once: the counters, read before a remembered refusal',
    file: `${sale}/sale.queries.ts`,
    find: 'or coalesce(events.max_attendees - events.seats_taken, ${count}) >= ${count}',
    replace: 'or false and coalesce(events.max_attendees - events.seats_taken, ${count}) >= ${count}',
    test: `${sale}/memory.test.ts`,
    title: 'sells again as soon as a hold has expired or a ticket type has got a larger quantity',
  },
  {
    promise: 'nobody buys tickets for an event that has just become private: the condition of the sale',
    file: 'server/src/db/migrations/0027-sell.sql',
    find: "    if (one ->> 'needs_public')::boolean and not visible_events[event_at] then",
    replace: '    if false then',
    test: `${sale}/memory.test.ts`,
    title: 'sells no ticket for an event that has just become private, except to people with its key',
  },
  {
    promise: 'a private event is not said to be sold out: the read before a remembered refusal',
    file: `${sale}/sale.queries.ts`,
    find: "events.status <> 'published' or not events.is_public",
    replace: "events.status <> 'published'",
    test: `${sale}/memory.test.ts`,
    title: 'does not reveal that an event which has just become private is sold out',
  },
  {
    promise: 'a failed call loses no order: each is sold alone',
    file: `${sale}/sale-queue.service.ts`,
    find: 'for (const one of group) await sellGroup(seller, [one]);',
    replace: 'for (const one of group) one.reject(error);',
    test: `${sale}/sale-queue.test.ts`,
    title: 'sells the orders of a group one by one if selling them together fails',
  },
  {
    promise: 'nobody buys after they have left: the queue drops the order',
    file: `${sale}/sale-queue.service.ts`,
    find: 'group.filter((one) => !one.isGone())',
    replace: 'group.filter(() => true)',
    test: `${sale}/sale-queue.test.ts`,
    title: 'drops an order whose buyer has disconnected before its turn',
  },
  {
    promise: 'an order is sold at the price that the buyer was shown',
    file: `${sale}/sale.rules.ts`,
    find: '  if (body.expected_total !== undefined && body.expected_total !== price.totalPence) {',
    replace: '  if (body.expected_total === -1) {',
    test: `${sale}/sale.test.ts`,
    title: 'must equal the total that the buyer was shown',
  },
  {
    promise: 'the key of an order opens that order alone',
    file: 'server/src/mail/link-keys.ts',
    find: ' && timingSafeEqual(bytes, key)',
    replace: '',
    test: 'server/src/mail/link-keys.test.ts',
    title: 'opens its own order, but no other order, and no order of another site',
  },
  {
    promise: 'promo codes cannot be guessed',
    file: `${sale}/offers.service.ts`,
    find: "  await countUse(deps, 'promo_code_guess', address);\n",
    replace: '',
    test: `${sale}/limits.test.ts`,
    title: 'cannot try more than thirty unknown promo codes in an hour',
  },
  {
    promise: 'one address cannot hold many places without paying',
    file: `${sale}/buyer-limits.service.ts`,
    find: '  if (wanted.replaces !== null) return;\n',
    replace: '  return;\n',
    test: `${sale}/limits.test.ts`,
    title: 'cannot have more than sixty open holds, and can open another after one has ended',
  },
  {
    promise: 'a limit per buyer counts the tickets from before it: the trigger',
    file: migration,
    find: '  if new.max_per_buyer is not null then',
    replace: '  if false then',
    test: `${sale}/promo.test.ts`,
    title:
      'counts the tickets of a type by the email address of the buyer, including tickets that were ordered before the limit was set',
  },
  {
    promise: '6 a lost answer of the database is unknown: the orders of the group are looked up',
    file: `${sale}/sale-queue.service.ts`,
    find: '    if (isDatabaseUnavailable(error)) await lookUpEach(seller, group, error);\n    else if',
    replace: '    if',
    test: `${sale}/sale-queue.test.ts`,
    title:
      'finds the orders of a group by their keys, and sells none twice, when the answer of the database is lost',
  },
  {
    promise: 'nobody waits longer than two seconds for a sale',
    file: `${sale}/sale-queue.service.ts`,
    find: 'setTimeout(() => stopWaiting(entry), longestWaitMs)',
    replace: 'setTimeout(() => stopWaiting(entry), 5 * longestWaitMs)',
    test: 'server/test/faults/sale-queue.test.ts',
    title: 'are refused after two seconds, and the answer says when to try again',
  },
  {
    promise: 'nobody buys after they have left: the connection tells the queue',
    file: `${features}/orders/orders.routes.ts`,
    find: 'isGone: () => request.raw.socket.destroyed',
    replace: 'isGone: () => request.raw.socket.closed && false',
    test: 'server/test/faults/sale-queue.test.ts',
    title: 'are dropped when their buyer disconnects, and later orders are sold',
  },
  {
    promise: 'a stop refuses the orders that wait',
    file: `${features}/orders/orders.routes.ts`,
    find: "  app.addHook('preClose', async () => sales.queue.close());\n",
    replace: '',
    test: 'server/test/faults/sale-queue.test.ts',
    title: 'finishes the sale that has begun, and refuses the orders that wait',
  },
  {
    promise: 'a stop does not wait for connections that browsers keep open',
    file: 'server/src/app.ts',
    find: "    if (isStopping) reply.header('connection', 'close');\n",
    replace: '',
    test: 'server/test/faults/sale-queue.test.ts',
    title: 'finishes the sale that has begun, and refuses the orders that wait',
  },
  {
    promise: '6 sending a request twice creates one order: the unique constraint',
    file: migration,
    find: 'constraint orders_idempotency_key unique (idempotency_key, event_id)',
    replace: 'constraint orders_idempotency_key check (true)',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint orders_idempotency_key',
  },
  {
    promise:
      '6 one’s own hold never makes an event sold out: its places count as free for the order that replaces it',
    file: migration,
    find: '        seats_left[event_at] := seats_left[event_at] + given_back.tickets;\n',
    replace: '',
    test: `${sale}/sale.test.ts`,
    title:
      'blocks a second hold by the same device or account at the event, unless the second order replaces the first',
  },
];

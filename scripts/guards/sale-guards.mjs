/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const sale = `${features}/orders/sale`;
const migration = 'server/src/db/migrations/0027-sell.sql';

/** @type {Guard[]} */
export const saleGuards = [
  {
    promise: '1 no place beyond the capacity: an order counts the places that the orders before it left',
    file: migration,
    find: '    seats_left := seats_left - count;\n',
    replace: '',
    test: `${sale}/sell.test.ts`,
    title: 'are sold one after the other, and each order gets either all of its tickets or none',
  },
  {
    promise: '1 no ticket beyond the quantity of its type: a sale reads what is left under a lock',
    file: migration,
    find: "      elsif left_of[type_at] < (item ->> 'count')::integer and seats_left > 0 then",
    replace: '      elsif false then',
    test: `${sale}/sale.test.ts`,
    title: 'are sold to an order only if enough are left for all of its tickets',
  },
  {
    promise: '2 an order is sold whole or not at all: a refusal takes its counts back',
    file: migration,
    find: '      left_of := left_before;\n',
    replace: '',
    test: `${sale}/sell.test.ts`,
    title: 'are each refused as a whole if one of their ticket types has too few tickets left',
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
    find: "    if known ? (one ->> 'key') then",
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
      'blocks a second hold of the same device or account at the event, unless the new order replaces it',
  },
  {
    promise: '6 nobody replaces the hold of somebody else',
    file: `${sale}/sale.service.ts`,
    find: "  if (!order || !isOwn || order.event_id !== body.event_id) throw new ApiError('order_not_found');",
    replace: "  if (!order) throw new ApiError('order_not_found');",
    test: `${sale}/sale.test.ts`,
    title:
      'blocks a second hold of the same device or account at the event, unless the new order replaces it',
  },
  {
    promise:
      '6 a buyer with an order hears of it, not of a sold-out event: the read before a remembered refusal',
    file: `${sale}/sale.service.ts`,
    find: '(await isRefusalOutdated(db, wanted, { key, userId, deviceHash }))',
    replace: '(await Promise.resolve(false))',
    test: `${sale}/sale.test.ts`,
    title:
      'is answered from memory, except to a buyer who has an order, and ends when a cancelled order frees a place',
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
    file: `${sale}/sell.service.ts`,
    find: 'when ${needsPublic} and exists (',
    replace: 'when false and exists (',
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
    find: 'else for (const one of group) await sellAlone(seller, eventId, one);',
    replace: 'else for (const one of group) one.reject(error);',
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
    file: `${features}/orders/orders.keys.service.ts`,
    find: ' && timingSafeEqual(bytes, key)',
    replace: '',
    test: `${features}/orders/orders.keys.test.ts`,
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
    file: `${sale}/sale.service.ts`,
    find: "  if (wanted.hold_until) await countUse(deps, 'hold_address', address);",
    replace: '  if (wanted.hold_until) return;',
    test: `${sale}/limits.test.ts`,
    title: 'cannot open more than sixty holds in half an hour',
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
];

/** @import { Guard } from './list.mjs' */

const events = 'server/src/features/events';
const types = `${events}/types`;

/** @type {Guard[]}
 */
export const typeGuards = [
  {
    promise: '1 no ticket beyond the quantity of its type: the check constraint',
    file: 'server/src/db/migrations/0023-orders.sql',
    find: 'check (sold <= quantity)',
    replace: 'check (true)',
    test: `${types}/changes.test.ts`,
    title: 'cannot set the quantity below the number of sold tickets',
  },
  {
    promise: 'an event has each name of a ticket type once: the unique index',
    file: 'server/src/db/migrations/0025-ticket-type-names.sql',
    find: 'create unique index ticket_types_name_key',
    replace: 'create index ticket_types_name_key',
    test: `${types}/changes.test.ts`,
    title: 'needs a name that no other ticket type of the event has, ignoring case',
  },
  {
    promise: 'an event keeps a ticket type: changes of one event run one after the other',
    file: `${types}/changes.service.ts`,
    find: '    await lockTypes(tx, eventId);\n',
    replace: '',
    test: `${types}/races.test.ts`,
    title: 'cannot delete all ticket types of an event',
  },
  {
    promise: 'an event keeps a ticket type: the last one is not deleted',
    file: `${types}/changes.service.ts`,
    find: "    if (offers.length === 1) throw new ApiError('last_ticket_type');\n",
    replace: '',
    test: `${types}/changes.test.ts`,
    title: 'is refused for the last ticket type of an event',
  },
  {
    promise: '8 locks in one order: a new price of an event locks its ticket type first',
    file: `${events}/series/scope.service.ts`,
    find: '  if (changesPrice) for (const each of ids) await lockTypes(tx, each);\n',
    replace: '',
    test: `${types}/races.test.ts`,
    title: 'in a change of the event waits for a sale that has locked the ticket type',
  },
  {
    promise: '8 locks in one order: a change of ticket types waits for the deletion of their event',
    file: `${types}/types.service.ts`,
    find: "  await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute();\n",
    replace: '',
    test: `${types}/races.test.ts`,
    title: 'of a ticket type waits until the deletion of the event has finished',
  },
  {
    promise: 'only those who manage an event see its hidden ticket types',
    file: `${types}/types.queries.ts`,
    find: '  if (!options.withHidden) query',
    replace: '  if (options.withHidden) query',
    test: `${types}/types.test.ts`,
    title: 'shows hidden ticket types only to people who manage the event',
  },
  {
    promise: 'buyers read how many tickets are left only when they are few',
    file: `${types}/types.rules.ts`,
    find: 'remaining !== null && remaining < fewTickets ? remaining : null',
    replace: 'remaining',
    test: `${types}/types.test.ts`,
    title: 'tells buyers how many tickets are left only when fewer than ten are left',
  },
  {
    promise: 'an unpaid rush is all reserved, not sold out',
    file: `${types}/types.rules.ts`,
    find: "isEnough(withoutHolds) ? 'all_reserved'",
    replace: "Number.isNaN(held.ofType) ? 'all_reserved'",
    test: `${types}/types.test.ts`,
    title:
      'is “all reserved” while a buyer may still pay for the last ticket, and “sold out” when all buyers have paid',
  },
  {
    promise: 'the price of an event is the lowest of its public ticket types',
    file: `${types}/changes.service.ts`,
    find: '    await refreshPrice(tx, eventId);\n',
    replace: '',
    test: `${types}/types.test.ts`,
    title: 'shows the lowest price of its public ticket types',
  },
  {
    promise: 'the tickets that remain are limited by the ticket types too',
    file: `${events}/events.rules.ts`,
    find: 'Math.min(ofEvent, types_left)',
    replace: 'ofEvent',
    test: `${types}/types.test.ts`,
    title: 'shows the places left in the event or the tickets left in its types, whichever number is smaller',
  },
  {
    promise: 'a limit per buyer that is set during a sale counts its tickets',
    file: 'server/src/db/migrations/0067-until-the-end.sql',
    find: `  -- Only now read the limits, because the team may have set one while this function waited for the ticket types.
  insert into buyer_counts (ticket_type_id, buyer, tickets)
    select id, bought_by.email, 0 from ticket_types
    where id = any (types) and max_per_buyer is not null and bought_by.email is not null order by id
    on conflict do nothing;
`,
    replace: '',
    test: `${types}/limits.test.ts`,
    title: 'counts the ticket of a person who registers at the same moment',
  },
  {
    promise: 'a limit per buyer that is set during a cancellation does not count its tickets',
    file: 'server/src/db/migrations/0027-sell.sql',
    find: `  perform from ticket_types
    where id in (select ticket_type_id from tickets where id = any (ended)) and max_per_buyer is not null limit 1;
  if found then`,
    replace: '  if false then',
    test: `${types}/limits.test.ts`,
    title: 'leaves out the ticket of a person who cancels at the same moment',
  },
  {
    promise: 'types: the older calls sell no hidden ticket type to buyers',
    file: 'server/src/features/events/types/types.rules.ts',
    find: "  const isSecret = only?.visibility === 'hidden' && !manages;\n",
    replace: '  const isSecret = false;\n',
    test: 'server/src/features/orders/registrations/both-apis.test.ts',
    title: 'is not sold by the older calls, which have no promo codes, except to the team of the event',
  },
  {
    promise: 'types: the number of tickets left does not tell visitors about hidden types',
    file: 'server/src/features/events/events.sales.queries.ts',
    find: `  from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and visibility = 'public'
`,
    replace: `  from ticket_types
  where ticket_types.event_id = events.id and archived_at is null
`,
    test: `${types}/types.test.ts`,
    title: 'shows neither the tickets nor the holds of hidden types to visitors',
  },
];

const series = 'server/src/features/events/series';
const seriesTest = `${series}/series.test.ts`;

/** @type {Guard[]} */
export const seriesGuards = [
  {
    promise: 'a series has at most 52 events: the rule',
    file: `${series}/series.service.ts`,
    find: "  if (present.length + times.length > maxInSeries) throw new ApiError('series_too_long');\n",
    replace: '',
    test: seriesTest,
    title: 'never grows beyond its limit when two people repeat it at the same moment',
  },
  {
    promise: 'the list with one event per series has the next event of each',
    file: `${events}/events.lists.queries.ts`,
    find: 'if (filter.nextOfSeriesAfter) narrowed',
    replace: 'if (filter.nextOfSeriesAfter && filter.endedBefore) narrowed',
    test: `${events}/events.lists.test.ts`,
    title: 'has the next event of each series, and every event of no series',
  },
  {
    promise: 'a change of a series stays within the team',
    file: `${series}/scope.service.ts`,
    find: "    .where('team_id', '=', event.team_id)\n",
    replace: '',
    test: seriesTest,
    title: 'is for nobody outside of the team, and for no event that moved to another team',
  },
  {
    promise: 'a picture that events of a series share stays until none has it',
    file: 'server/src/storage/saved-pictures.ts',
    find: 'if (!(await isNamed(db, address))) await removePicture',
    replace: 'if (isNamed !== null) await removePicture',
    test: seriesTest,
    title: 'keeps a picture as long as one of the events has it',
  },
];

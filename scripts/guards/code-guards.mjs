/** @import { Guard } from './list.mjs' */

const codes = 'server/src/features/orders/promo-codes';

/** @type {Guard[]} */
export const codeGuards = [
  {
    promise: 'an event has each promo code once: the unique index',
    file: 'server/src/db/migrations/0026-promo-codes.sql',
    find: 'create unique index promo_codes_event_key',
    replace: 'create index promo_codes_event_key',
    test: `${codes}/promo-codes.test.ts`,
    title: 'is created only once when twenty requests with the same name arrive at once',
  },
  {
    promise: 'a team has each promo code for all its events once: the unique index',
    file: 'server/src/db/migrations/0026-promo-codes.sql',
    find: 'create unique index promo_codes_team_key',
    replace: 'create index promo_codes_team_key',
    test: `${codes}/promo-codes.test.ts`,
    title: 'cannot have the name of another code of its event, or of another code for all events of its team',
  },
  {
    promise: '5 a promo code is not used more often than its limit: the check constraint',
    file: 'server/src/db/migrations/0026-promo-codes.sql',
    find: 'check (uses <= max_uses)',
    replace: 'check (true)',
    test: `${codes}/uses.test.ts`,
    title: 'cannot get a limit that is lower than the number of its uses',
  },
  {
    promise: 'a promo code that somebody ordered with keeps its value',
    file: `${codes}/promo-codes.service.ts`,
    find: "    if (before.has_orders && !isSame) throw new ApiError('promo_code_has_uses');\n",
    replace: '',
    test: `${codes}/uses.test.ts`,
    title: 'cannot get a new name, a new value or other ticket types, but may get a new limit',
  },
  {
    promise: 'a promo code keeps its value while a sale with it commits: the row is locked first',
    file: `${codes}/promo-codes.service.ts`,
    find: "  await tx.selectFrom('promo_codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute();\n",
    replace: '',
    test: `${codes}/uses.test.ts`,
    title: 'keeps its value even if its first use happens while the value is being changed',
  },
  {
    promise: 'a limit per buyer counts the orders that were made before it',
    file: `${codes}/buyer-uses.service.ts`,
    find: '  if (before.max_per_buyer === null) await countBuyerUses(tx, before.id);\n',
    replace: '',
    test: `${codes}/uses.test.ts`,
    title: 'can get a limit per buyer only if no buyer has used it more often already',
  },
  {
    promise: 'a promo code for all events of a team is changed only by those who may edit all of them',
    file: `${codes}/promo-codes.policy.ts`,
    find: '!code.isForAllEvents || caller.isSiteAdmin || isEditor(role)',
    replace: '!code.isForAllEvents || caller.isSiteAdmin || role !== undefined',
    test: `${codes}/promo-codes.test.ts`,
    title: 'cannot be created or changed by a member who may edit only one event of the team',
  },
  {
    promise: 'a promo code names only ticket types that its own event sells',
    file: `${codes}/promo-codes.service.ts`,
    find: "  if (!added.every((typeId) => sold.has(typeId))) throw new ApiError('ticket_type_not_found');\n",
    replace: '',
    test: `${codes}/promo-codes.test.ts`,
    title: 'can be limited to ticket types of its event, but not if it is for all events of the team',
  },
  {
    promise: "a buyer's promo code is that of the event before that of the team",
    file: `${codes}/promo-codes.queries.ts`,
    find: "    .orderBy('promo_codes.event_id', (order) => order.asc().nullsLast())\n",
    replace: "    .orderBy('promo_codes.event_id', (order) => order.asc().nullsFirst())\n",
    test: `${codes}/finding.test.ts`,
    title: 'is searched first among the codes of the event, then among the codes for all events of the team',
  },
];

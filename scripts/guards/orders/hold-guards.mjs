/** @import { Guard } from '../list.mjs' */

const features = 'server/src/features';
const sale = `${features}/orders/sale`;
const sell = 'server/src/db/migrations/0067-until-the-end.sql';
const replaced = `${sale}/replaced.test.ts`;

/** @type {Guard[]} */
export const holdGuards = [
  {
    promise: 'one address cannot hold many places without paying',
    file: `${sale}/buyer-limits.service.ts`,
    find: "  if (left === null) return [{ name: 'hold_address'",
    replace: "  if (left !== undefined) return [{ name: 'hold_address'",
    test: `${sale}/limits.test.ts`,
    title: 'cannot have more than sixty open holds, and can open another after one has ended',
  },
  {
    promise: 'nobody keeps places for ever: replacing a hold gives no new time',
    file: `${sale}/sale.rules.ts`,
    find: 'replaced ? getHoldStart(replaced) : now',
    replace: 'now',
    test: replaced,
    title: 'ends when the first hold would have ended, however often the buyer replaces it',
  },
  {
    promise: 'nobody keeps places for ever: a replaced hold passes its start on',
    file: sell,
    find: 'set held_since = coalesce(before.held_since, before.placed_at), more_time_at',
    replace: 'set more_time_at',
    test: replaced,
    title: 'ends when the first hold would have ended, however often the buyer replaces it',
  },
  {
    promise: 'nobody keeps places for ever: a buyer gets more time once, also after replacing the hold',
    file: sell,
    find: ', more_time_at = before.more_time_at\n',
    replace: '\n',
    test: replaced,
    title: 'gives no more time to a buyer who has taken more time before',
  },
  {
    promise: 'nobody keeps places for ever: payment pages that never open do not add up',
    file: `${features}/payments/payments.rules.ts`,
    find: 'wanted < latest ? wanted : latest',
    replace: 'wanted',
    test: replaced,
    title: 'ends after the time of one hold and two payments, however often the buyer tries',
  },
  {
    promise: '6 a buyer who pays for a hold gets no second order that replaces it',
    file: sell,
    find: "      if replaced_status = 'confirmed' then\n",
    replace: '      if false then\n',
    test: replaced,
    title: 'stays the only order of the buyer',
  },
  {
    promise: 'the look-up of a guest hold does not read all holds of guests',
    file: 'server/src/db/migrations/0039-holds-of-accounts.sql',
    find: ' and user_id is not null',
    replace: '',
    test: 'server/src/features/orders/sale/sell.test.ts',
    title:
      'use indexes by key, by account and by device, even if PostgreSQL plans them while there are no orders',
  },
];

/** @import { Guard } from './list.mjs' */

/** What keeps Foyer answering, and what keeps its log and its webhooks honest. @type {Guard[]} */
export const availabilityGuards = [
  {
    promise: 'a signed webhook from the future is refused',
    file: 'server/src/payments/stripe.ts',
    find: "        assertNotAhead(signature ?? '');\n",
    replace: '',
    test: 'server/src/features/payments/webhooks/webhooks.test.ts',
    title: 'is refused when its signature is from the future',
  },
  {
    promise: 'the log holds no values of a refused statement',
    file: 'server/src/log.ts',
    find: 'loggedFields.some((name) => name === field)',
    replace: 'true',
    test: 'server/test/request-log.test.ts',
    title: 'is logged without the values of the row when a request fails',
  },
];

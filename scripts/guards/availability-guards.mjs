/** @import { Guard } from './list.mjs' */

/** What keeps Foyer answering, and what keeps its log and its webhooks honest. @type {Guard[]} */
export const availabilityGuards = [
  {
    promise: 'a body that does not arrive is given up',
    file: 'server/src/http/request-times.ts',
    find: "payload.emit('error', new ApiError('request_timeout'))",
    replace: "new ApiError('request_timeout')",
    test: 'server/test/slow-requests.test.ts',
    title: 'is answered 408 and its connection is closed when it stops in a body of a stated length',
  },
  {
    promise: 'headers that do not arrive are given up',
    file: 'server/src/app.ts',
    find: '    ...connectionTimes(times),\n',
    replace: '',
    test: 'server/test/slow-requests.test.ts',
    title: 'is answered 408 and its connection is closed when it stops in the headers',
  },
  {
    promise: 'a form that arrives too slowly is given up',
    file: 'server/src/http/form.ts',
    find: 'if (isSlow || ',
    replace: 'if (',
    test: 'server/test/slow-requests.test.ts',
    title: 'that arrives too slowly is answered 408',
  },
  {
    promise: 'slow forms of a few accounts make room for others',
    file: 'server/src/http/form-slots.ts',
    find: '  victim.arriving?.end(',
    replace: "  throw new ApiError('unavailable');\n  victim.arriving?.end(",
    test: 'server/test/uploads/uploads-slow.test.ts',
    title: 'of four accounts with two each do not keep a fifth account from uploading',
  },
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

/** @import { Guard } from './list.mjs' */

const payments = 'server/src/features/payments';
const refunds = `${payments}/refunds`;
const wholeFromOutside = "known.status === 'paid' && isWhole && isFromOutside";

/** @type {Guard[]} */
export const refundGuards = [
  {
    promise: '4 no more goes back than was paid: the condition of the statement',
    file: `${refunds}/rows.service.ts`,
    find: "    .where(committed, '<=', sql<number>`amount_pence`)\n",
    replace: '',
    test: `${refunds}/order-refunds.test.ts`,
    title:
      'is refused by the ledger if it is larger than the payment, even when Foyer itself starts the refund',
  },
  {
    promise: '4 no more goes back than was paid: the check constraint',
    file: 'server/src/db/migrations/0028-refunds.sql',
    find: 'check (committed_refund_pence between 0 and amount_pence)',
    replace: 'check (true)',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint payments_refunds_within_amount',
  },
  {
    promise: '4 refunds of one payment wait for each other: its row is locked',
    file: `${payments}/payments.queries.ts`,
    find: "        .where('tickets.order_id', '=', orderId),\n    )\n    .forUpdate()\n",
    replace: "        .where('tickets.order_id', '=', orderId),\n    )\n",
    test: `${refunds}/order-refunds.test.ts`,
    title: 'turns twenty equal requests at once into one refund',
  },
  {
    promise: '4 a lost answer pays once: the provider’s list is read before it is asked again',
    file: `${refunds}/asking.service.ts`,
    find: '    payment = await settleMoney(deps, payment);\n',
    replace: '',
    test: `${refunds}/partial-refunds.test.ts`,
    title: 'although the provider no longer knows its idempotency key',
  },
  {
    promise: '4 a lost answer pays once: the refund carries our key',
    file: 'server/src/payments/stripe-objects.ts',
    find: 'const metadata = { refund: refund.key, attempt: String(refund.attempt) };',
    replace: 'const metadata = {};',
    test: `${refunds}/order-refunds.test.ts`,
    title: 'is stored at the provider with our key',
  },
  {
    promise: '4 a refund that the bank rejects at once is counted as failed',
    file: `${refunds}/refunds.rules.ts`,
    find: ' && row.attempts === refund.attempt,',
    replace: ' && row.attempts !== refund.attempt && refund.attempt === null,',
    test: `${refunds}/partial-refunds.test.ts`,
    title: 'is counted as failed even if the bank rejects it before Foyer has recorded its id',
  },
  {
    promise: '4 a refund ends only the tickets that it names',
    file: 'server/src/features/tickets/tickets.states.service.ts',
    find: "  if (ticketIds !== null) live = live.where('id', 'in', ticketIds);\n",
    replace: '',
    test: `${refunds}/order-refunds.test.ts`,
    title: 'returns the prices of these tickets and ends these tickets, and leaves the other tickets valid',
  },
  {
    promise: '4 a refund from outside that returns all that is left ends all tickets',
    file: `${payments}/ledger/money.rules.ts`,
    find: wholeFromOutside,
    replace: 'false',
    test: `${refunds}/partial-refunds.test.ts`,
    title: 'ends the remaining tickets if it returns all the money that an earlier refund by Foyer left over',
  },
  {
    promise: '4 a partial refund from outside ends no ticket',
    file: `${payments}/ledger/money.rules.ts`,
    find: wholeFromOutside,
    replace: "known.status === 'paid' && isFromOutside",
    test: `${refunds}/partial-refunds.test.ts`,
    title: 'ends no ticket if it returns only a part of the payment',
  },
  {
    promise: '4 a refund from outside leaves less for refunds that were not asked for yet',
    file: `${refunds}/refunds.rules.ts`,
    find: 'Math.min(refund.amountPence, left)',
    replace: 'refund.amountPence',
    test: `${refunds}/splitting.test.ts`,
    title: 'never return more than was paid, whatever the provider reports',
  },
  {
    promise: '6 an idempotency key belongs to one refund',
    file: `${refunds}/order-refunds.service.ts`,
    find: "    if (known && !known.body_hash?.equals(key.bodyHash)) throw new ApiError('idempotency_key_reused');\n",
    replace: '',
    test: `${refunds}/order-refunds.test.ts`,
    title: 'is refused when it is sent again with a different refund',
  },
  {
    promise: 'access: only team admins refund orders',
    file: 'server/src/features/orders/orders.policy.ts',
    find: "refund: ({ role, isSiteAdmin }) => role === 'team_admin' || isSiteAdmin",
    replace: 'refund: ({ role, isSiteAdmin }) => role !== undefined || isSiteAdmin',
    test: 'server/test/access/access.test.ts',
    title: 'POST /orders/:number/refunds',
  },
];

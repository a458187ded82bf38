import { accessGuards } from './access-guards.mjs';
import { accountGuards } from './account-guards.mjs';
import { checkoutGuards } from './checkout-guards.mjs';
import { codeGuards } from './code-guards.mjs';
import { deskGuards, messageGuards } from './desk-guards.mjs';
import { doorGuards } from './door-guards.mjs';
import { foundGuards } from './found-guards.mjs';
import { guestGuards } from './guest-guards.mjs';
import { holdGuards } from './orders/hold-guards.mjs';
import { invitationGuards } from './invitation-guards.mjs';
import { lockGuards } from './lock-guards.mjs';
import { mailGuards } from './mail-guards.mjs';
import { memoryGuards } from './memory-guards.mjs';
import { orderListGuards } from './orders/order-list-guards.mjs';
import { orderLinkGuards } from './orders/order-link-guards.mjs';
import { orderGuards } from './orders/order-guards.mjs';
import { pictureGuards } from './picture-guards.mjs';
import { refundGuards } from './refund-guards.mjs';
import { twoFactorGuards } from './two-factor-guards.mjs';
import { saleGuards } from './orders/sale-guards.mjs';
import { startGuards } from './start-guards.mjs';
import { seriesGuards, typeGuards } from './type-guards.mjs';
import { availabilityGuards } from './availability-guards.mjs';

/**
 * A guard is code that keeps a promise of the product. Replacing `find` in `file` with `replace` removes the guard,
 * and the test `title` must then fail. The file must contain `find` exactly once.
 * @typedef {{ promise: string, file: string, find: string, replace: string, test: string, title: string }} Guard
 */

const features = 'server/src/features';
const registrations = `${features}/orders/registrations`;
const schema = 'server/src/db/migrations/0001-foyer.sql';

/** @type {Guard[]} */
export const guards = [
  ...startGuards,
  ...invitationGuards,
  ...mailGuards,
  ...messageGuards,
  ...orderGuards,
  ...guestGuards,
  ...orderListGuards,
  ...deskGuards,
  ...seriesGuards,
  ...orderLinkGuards,
  ...refundGuards,
  ...typeGuards,
  ...codeGuards,
  ...checkoutGuards,
  ...lockGuards,
  {
    promise: 'the queue keeps a waiting job as long as its retries last',
    file: 'server/src/jobs/jobs.ts',
    find: 'Math.max(14 * daySeconds, spec.retryForSeconds + daySeconds)',
    replace: '14 * daySeconds',
    test: 'server/test/faults/lost-jobs.test.ts',
    title: 'updates the settings of queues that an earlier version created, and keeps their waiting jobs',
  },
  {
    promise: 'the queue keeps finished jobs for three days and no longer',
    file: 'server/src/jobs/jobs.ts',
    find: '    deleteAfterSeconds: 3 * daySeconds,\n',
    replace: '',
    test: 'server/test/faults/lost-jobs.test.ts',
    title: 'updates the settings of queues that an earlier version created, and keeps their waiting jobs',
  },
  {
    promise: '2 ticket codes are unique: the unique constraint',
    file: schema,
    find: ' constraint tickets_code_key unique',
    replace: '',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint tickets_code_key',
  },
  {
    promise: '3 one payment row per session: the unique constraint',
    file: schema,
    find: ' constraint payments_session_key unique',
    replace: '',
    test: 'server/test/database/last-line.test.ts',
    title: 'refuses a statement that breaks the constraint payments_session_key',
  },
  {
    promise: '3 a payment is fulfilled once: its row is locked',
    file: `${features}/payments/payments.queries.ts`,
    find: "where('provider_key', '=', key).forUpdate()",
    replace: "where('provider_key', '=', key)",
    test: `${features}/payments/payments.test.ts`,
    title: 'issues one ticket and sends one email when fifty sync requests and a webhook arrive at once',
  },
  {
    promise: '3 a payment is fulfilled once: a paid payment is not settled again',
    file: `${features}/payments/payments.service.ts`,
    find: '  if (tookMoney(payment.status)) return payment;\n',
    replace: '',
    test: `${features}/payments/payments.test.ts`,
    title: 'issues one ticket and sends one email when fifty sync requests and a webhook arrive at once',
  },
  {
    promise: '3 a session that is not ours settles nothing',
    file: `${features}/payments/payments.service.ts`,
    find: '!payment || !isOurs(payment, found)',
    replace: '!payment',
    test: `${features}/payments/ledger/faults.test.ts`,
    title: 'does not settle our payment, even when the session is paid',
  },
  {
    promise: '4 ledger = provider: an older answer never overwrites a newer one',
    file: `${features}/payments/ledger/money.service.ts`,
    find: '!payment || payment.revision !== revision',
    replace: '!payment',
    test: `${features}/payments/ledger/disputes.test.ts`,
    title: 'stays closed when an older answer of the provider arrives after a newer answer',
  },
  {
    promise: '4 ledger = provider: the reconcile job replaces lost webhooks',
    file: `${features}/payments/ledger/reconcile.service.ts`,
    find: '  await checkAll(deps, now, () => listPaymentsToCheck(deps.db, times));\n',
    replace: '',
    test: `${features}/payments/ledger/repair.test.ts`,
    title: 'issues exactly one ticket for a paid payment whose webhook was lost',
  },
  {
    promise: '4 a payment that finds no seat is refunded',
    file: `${features}/payments/payments.service.ts`,
    find: "  await startRefund(deps, tx, paid, { by: 'Foyer itself', reason: sale.refusal });\n",
    replace: '  void startRefund;\n',
    test: `${features}/payments/payments.test.ts`,
    title: 'is refunded at once when no seat is left, and an email tells the buyer',
  },
  {
    promise: '5 a mail is a job that commits with its change',
    file: `${registrations}/registrations.service.ts`,
    find: 'if (isFree) await deps.jobs.enqueue(tx, sendTicketJob, { ticketId: order.ticketId });',
    replace:
      'if (isFree) await deps.db.transaction().execute((own) => deps.jobs.enqueue(own, sendTicketJob, { ticketId: order.ticketId }));',
    test: 'server/test/database/last-line.test.ts',
    title: 'a registration that is rolled back leaves no job that would mail its ticket',
  },
  {
    promise: '5 a fact is mailed once',
    file: 'server/src/mail/send-once.ts',
    find: "        .where('sent_mails.sent_at', 'is', null)\n",
    replace: '',
    test: 'server/test/mails/mail-once.test.ts',
    title: 'is sent once, however often its jobs run',
  },
  {
    promise: '6 a webhook is stored under its id: a repeated webhook does nothing',
    file: `${features}/payments/webhooks/webhooks.service.ts`,
    find: 'if (stored) await',
    replace: 'await',
    test: `${features}/payments/ledger/repair.test.ts`,
    title: 'gets the same answer each time, and its event is processed only once',
  },
  {
    promise: '6 a webhook is only a hint: the provider is asked whether the session is paid',
    file: 'server/src/payments/stripe-objects.ts',
    find: "isPaid: session.payment_status === 'paid'",
    replace: 'isPaid: true',
    test: `${features}/payments/ledger/repair.test.ts`,
    title: 'does not change an unpaid checkout',
  },
  {
    promise: '6 a webhook is signed',
    file: 'server/src/payments/stripe.ts',
    find: "stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, maxClockGap)",
    replace: 'JSON.parse(rawBody.toString())',
    test: `${features}/payments/payments.test.ts`,
    title: 'is refused when its signature does not match',
  },
  {
    promise: '7 a ticket is used once',
    file: `${features}/tickets/tickets.service.ts`,
    find: "    .where('tickets.id', '=', ticket.id)\n    .where('status', '=', 'valid')\n",
    replace: "    .where('tickets.id', '=', ticket.id)\n",
    test: `${features}/tickets/tickets.test.ts`,
    title: 'admits a ticket once when thirty scanners ask at the same moment',
  },
  {
    promise: 'access: a call for signed-in users needs a token',
    file: 'server/src/http/route.ts',
    find: "  if (!actor) throw new ApiError('no_token');\n",
    replace: "  if (!actor) return { id: 1, sessionId: '', username: '', isSiteAdmin: true };\n",
    test: `${features}/auth/auth.test.ts`,
    title: 'accepts no request without a token, with an invalid token or with an expired token',
  },
  {
    promise: 'access: a remembered access token expires too',
    file: 'server/src/http/session.ts',
    find: 'known && known.expiresAt > toSeconds(now) ?',
    replace: 'known ?',
    test: `${features}/auth/auth.test.ts`,
    title: 'accepts no request without a token, with an invalid token or with an expired token',
  },
  {
    promise: 'access: only site administrators make administrator calls',
    file: 'server/src/http/route.ts',
    find: "  if (spec.access === 'admin' && !actor.isSiteAdmin) throw new ApiError('forbidden');\n",
    replace: '',
    test: 'server/test/access/access.test.ts',
    title: 'GET /teams/members ',
  },
  {
    promise: 'access: a payment is visible only to its buyer',
    file: `${features}/payments/payments.service.ts`,
    find: '!canActFor(actor, payment.user_id)',
    replace: 'false',
    test: `${features}/payments/payments.test.ts`,
    title: 'hides the checkout session from other users',
  },
  {
    promise: 'access: only team admins refund tickets',
    file: `${features}/events/events.policy.ts`,
    find: "refund: (_event, { role }) => role === 'team_admin'",
    replace: 'refund: (_event, { role }) => role !== undefined',
    test: 'server/test/access/access.test.ts',
    title: 'POST /stripe/refund/:ticketId',
  },
  {
    promise: '1 nobody holds a seat for ever by returning to the checkout',
    file: `${features}/payments/checkout/checkout.service.ts`,
    find: '      if (await releaseOverdueHold(tx, order, hold)) return undefined;\n',
    replace: '',
    test: `${features}/payments/checkout/intent-holds.test.ts`,
    title: 'becomes free for other buyers when the hold ends, before the same buyer can hold the seat again',
  },
  {
    promise: 'cancelling an event starts its refunds at once: the job in the transaction that cancels',
    file: `${features}/events/events.service.ts`,
    find: '    await deps.jobs.enqueue(tx, closeEventJob, {});\n',
    replace: '',
    test: `${features}/events/changes/cancelling.test.ts`,
    title: 'starts the refunds at once, without waiting for the repeating job',
  },
  {
    promise: 'access: only team admins cancel an event with paid tickets',
    file: `${features}/events/events.service.ts`,
    find: '    if (refusal) throw refusal;\n',
    replace: '    void refusal;\n',
    test: `${features}/events/changes/cancelling.test.ts`,
    title: 'is allowed only to team admins and site administrators after a buyer has paid',
  },
  {
    promise: 'no event with attendees becomes a draft: the rule',
    file: `${features}/events/events.service.ts`,
    find: "    throw new ApiError('event_has_attendees');\n",
    replace: '    void 0;\n',
    test: `${features}/events/changes/drafts.test.ts`,
    title: 'cannot become a draft when it has attendees, not even at the request of an administrator',
  },
  {
    promise: 'no event with attendees becomes a draft: its row is locked before it is read',
    file: `${features}/events/series/scope.service.ts`,
    find: ".orderBy('id').forNoKeyUpdate()",
    replace: '',
    test: `${features}/events/changes/drafts.test.ts`,
    title: 'stays published if somebody who is registering takes a seat just before the change to a draft',
  },
  {
    promise: 'administrators see differences from the provider without a webhook',
    file: `${features}/payments/ledger/reconcile.service.ts`,
    find: '      await recordPaymentDifference(deps, payment.id);\n',
    replace: '      void recordPaymentDifference;\n',
    test: `${features}/payments/ledger/ledger.test.ts`,
    title: 'lists a payment above newer payments if the reconcile job found a difference',
  },
  {
    promise: 'login attempts are limited',
    file: 'server/src/http/limits.ts',
    find: 'sum <= limits[name].uses ?',
    replace: 'sum <= limits[name].uses + 1000 ?',
    test: `${features}/auth/auth.test.ts`,
    title: 'is refused after ten wrong passwords from one network address',
  },
  {
    promise: 'calls that reveal whether a user exists are limited',
    file: 'server/src/features/users/users.tries.service.ts',
    find: "  await countUse(deps, 'naming', actor.id);\n",
    replace: '',
    test: `${registrations}/naming.test.ts`,
    title:
      'is refused after the account has named thirty users, whether they exist or not, in all calls together',
  },
  ...saleGuards,
  ...holdGuards,
  ...accessGuards,
  ...doorGuards,
  ...pictureGuards,
  ...availabilityGuards,
  ...foundGuards,
  ...memoryGuards,
  ...accountGuards,
  ...twoFactorGuards,
];

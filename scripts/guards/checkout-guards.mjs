/** @import { Guard } from './list.mjs' */

const payments = 'server/src/features/payments';
const paying = 'server/src/features/orders/orders.paying.service.ts';
const checkout = `${payments}/checkout/order-checkout.service.ts`;
const pageTests = `${payments}/checkout/order-checkout.test.ts`;
const keyTests = `${payments}/checkout/used-keys.test.ts`;
const callTests = `${payments}/checkout/provider-calls.test.ts`;
const cancelling = `${payments}/refunds/cancelling.service.ts`;
const backTests = `${payments}/checkout/giving-back.test.ts`;
const lateTests = `${payments}/checkout/late-money.test.ts`;

/** @type {Guard[]} */
export const checkoutGuards = [
  {
    promise: '3 an order has one payment page: the row of a payment is created once',
    file: 'server/src/db/migrations/0001-foyer.sql',
    find: 'create unique index payments_one_open_per_registration on payments',
    replace: 'create index payments_one_open_per_registration on payments',
    test: pageTests,
    title: 'is the same page however often its buyer asks, even at the same moment',
  },
  {
    promise:
      '3 an order has one payment page: a key that the provider refuses leads to the page of its first request',
    file: 'server/src/payments/stripe.ts',
    find: '    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;\n',
    replace: '    throw error;\n',
    test: keyTests,
    title: 'is the page that the buyer gets, although the upgrade leads back to another address',
  },
  {
    promise:
      '3 one guest cannot use up the calls that the provider answers: the ledger answers for two seconds',
    file: checkout,
    find: '    (await claimCheck(deps.db, payment.id, deps.clock.now())) &&\n',
    replace: '',
    test: callTests,
    title: 'get the answer of our ledger within two seconds of a call at the provider',
  },
  {
    promise: '3 one guest cannot use up the calls that the provider answers: the limit of an order',
    file: checkout,
    find: " &&\n    (await tryUse(deps, 'payment_calls_order', order.number))",
    replace: '',
    test: callTests,
    title: 'get the answer of our ledger when the limit per order is used up',
  },
  {
    promise: '3 one guest cannot use up the calls that the provider answers: the limit of an address',
    file: checkout,
    find: "    (await tryUse(deps, 'payment_calls_address', address)) &&\n",
    replace: '',
    test: callTests,
    title: 'get the answer of our ledger when the limit per address is used up',
  },
  {
    promise: '3 one guest cannot use up the calls that the provider answers: the limit of payment pages',
    file: checkout,
    find: "    await countUse(deps, 'payment_calls_order', wanted.number);\n",
    replace: '',
    test: callTests,
    title: 'are refused when the limit per order is used up',
  },
  {
    promise: '3 one account cannot use up the calls that the provider answers',
    file: `${payments}/payments.routes.ts`,
    find: "    await countUse(deps, 'payment_calls_account', actor.id);\n    const session = ",
    replace: '    const session = ',
    test: callTests,
    title: 'are refused when the limit per account is used up: GET /stripe/checkout-sessions/:sessionId',
  },
  {
    promise: '3 nobody pays for places that were given back: the page closes before the answer',
    file: cancelling,
    find: '  await endPaymentOfHold(deps, caller, cancellation);\n',
    replace: '',
    test: backTests,
    title: 'closes the page before the answer, so nobody can pay for the places',
  },
  {
    promise: '3 places that the buyer has just paid for are not given back',
    file: cancelling,
    find: "  if (ended.status === 'paid') throw alreadyPaid();\n",
    replace: '  ended satisfies PaymentRow;\n',
    test: backTests,
    title: 'is refused when the buyer has just paid, and the buyer gets the tickets',
  },
  {
    promise: '3 a buyer who gives back a hold keeps the tickets if the payment has arrived before',
    file: cancelling,
    find: "  if (isOnlyUnpaid && chosen.tickets.some(({ status }) => status !== 'held')) throw alreadyPaid();\n",
    replace: '  isOnlyUnpaid satisfies boolean;\n',
    test: backTests,
    title: 'is refused when the payment had arrived before, although the event allows refunds',
  },
  {
    promise: '3 a refused request to give places back closes no payment page',
    file: cancelling,
    find: '  if (ticketIds && !(await isWholeHold(deps.db, order.id, ticketIds))) return;\n',
    replace: '  if (ticketIds && (await isWholeHold(deps.db, order.id, []))) return;\n',
    test: backTests,
    title: 'leaves the page open when the request is refused because it names only some of the tickets',
  },
  {
    promise: '4 what a buyer paid in the end: a refund that failed moved no money',
    file: 'server/src/features/orders/orders.refunds.queries.ts',
    find: 'coalesce(sum(amount_pence - committed_refund_pence), 0)::integer',
    replace:
      'coalesce(sum(amount_pence - (select sum(refunds.amount_pence) from refunds where payment_id = payments.id)), 0)::integer',
    test: `${payments}/refunds/partial-refunds.test.ts`,
    title: 'does not subtract a refund that the bank has rejected',
  },
  {
    promise: 'places are given back although the payment provider cannot be reached',
    file: cancelling,
    find: '    return payment;\n  });\n',
    replace: '    throw error;\n  });\n',
    test: backTests,
    title: 'frees the places although the provider cannot be reached, and the job closes the page',
  },
  {
    promise: '3 one guest cannot use up the calls that the provider answers: giving places back',
    file: cancelling,
    find: "  if (!(await tryUse(deps, 'payment_calls_order', order.number))) return;\n",
    replace: '',
    test: callTests,
    title: 'leave the payment page to the job when the limit per order is used up',
  },
  {
    promise: '3 a key that the provider refuses closes no order: the buyer gets a new payment page',
    file: `${payments}/checkout/opening.service.ts`,
    find: '!(error instanceof UsedKeyError) && canStillOpen',
    replace: 'canStillOpen',
    test: keyTests,
    title: 'is replaced by a new page if nobody can pay it any more',
  },
  {
    promise: '1 nobody keeps places for ever: a buyer takes more time once',
    file: checkout,
    find: "    if (held.more_time_at !== null) throw new ApiError('more_time_used');\n",
    replace: '',
    test: pageTests,
    title: 'extends the hold and replaces the payment page, once per order',
  },
  {
    promise: '3 an order has one payment page: a page that ends before its hold is replaced',
    file: checkout,
    find: 'payment.expires_at.getTime() >= hold.hold_expires_at.getTime()',
    replace: 'Boolean(hold.hold_expires_at)',
    test: pageTests,
    title: 'that failed at the provider is completed when the buyer next opens the payment page',
  },
  {
    promise: '1 nobody pays for places that are not held: the time of the hold',
    file: checkout,
    find: ' || order.hold_expires_at <= now',
    replace: '',
    test: pageTests,
    title: 'closes when the hold ends, and the places and the promo code of the order become free',
  },
  {
    promise: '3 a payment page knows no key of an order',
    file: checkout,
    find: 'paid: `${path}?from=payment&session_id={CHECKOUT_SESSION_ID}`',
    replace: 'paid: `${path}?from=payment&session_id={CHECKOUT_SESSION_ID}#key=${order.key_salt}`',
    test: pageTests,
    title:
      "lists a guest's ticket types at their net prices, and leads back to a web address without the key of the order",
  },
  {
    promise:
      '3 late money regains everything or goes back: the places, the promo code and the limit of the buyer',
    file: paying,
    find: '  if ((await tryTakePlaces(tx, places)) !== null) return undefined;\n',
    replace: '  await tryTakePlaces(tx, places);\n',
    test: lateTests,
    title: 'is refunded in full when one place of the order is no longer free, and a mail tells the guest',
  },
  {
    promise: '3 tickets for late money keep the prices that they were sold at',
    file: paying,
    find: 'pricePence: isSingle ? pricePence : null',
    replace: 'pricePence',
    test: lateTests,
    title: 'confirms the order again, with all its tickets at their prices and its promo code',
  },
  {
    promise: 'the mail about a second payment says why the money goes back',
    file: `${payments}/mails/payments.emails.ts`,
    find: "refund.reason === 'no_seat' && refund.has_other_tickets",
    replace: "refund.reason === 'no_seat' && refund.email === ''",
    test: lateTests,
    title: 'causes one mail, which tells the buyer why the money goes back',
  },
  {
    promise: 'the page of a cancelled order ends',
    file: `${payments}/ledger/checks.queries.ts`,
    find: "            .where('orders.status', '=', 'cancelled')\n",
    replace: "            .where('orders.status', '=', 'held')\n",
    test: lateTests,
    title: 'is no longer accepted after a job has closed the payment page of the cancelled order',
  },
  {
    promise: '3 an order gets a payment when another one ends at that moment: the second try',
    file: `${payments}/ledger/ledger.service.ts`,
    find: '    (await createPayment(tx, row));\n  if',
    replace: '    undefined;\n  if',
    test: `${payments}/checkout/one-under-way.test.ts`,
    title: 'is created even if another payment of the order ends at the same moment',
  },
  {
    promise: '3 late money buys nothing after the start of the event: the condition of the statement',
    file: 'server/src/db/migrations/0067-until-the-end.sql',
    find: ' when gives then end_time else start_time end\n',
    replace: ' when true then end_time end\n',
    test: lateTests,
    title: 'is refunded in full when the event has started',
  },
  {
    promise: '3 a second payment of a confirmed order goes back',
    file: `${payments}/payments.service.ts`,
    find: "  await startRefund(deps, tx, paid, { by: 'Foyer itself', reason: sale.refusal });\n",
    replace: '  void startRefund;\n',
    test: lateTests,
    title: 'is refunded and leaves the tickets valid',
  },
];

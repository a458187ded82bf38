/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const migration = 'server/src/db/migrations/0027-sell.sql';
const sell = 'server/src/db/migrations/0067-until-the-end.sql';
const limits = `${features}/events/types/limits.test.ts`;
const removal = `${features}/accounts/accounts.removal.service.ts`;
const deletions = 'server/test/faults/deletions.test.ts';
const checkInDeletions = 'server/test/faults/check-in-deletions.test.ts';
const dueHolds = `${features}/payments/checkout/due-holds.test.ts`;

const typesOfEnded = `  perform from ticket_types where id in (select ticket_type_id from tickets where id = any (ended))
    order by id for no key update;
`;
const typesOfOrder = '  perform from ticket_types where id = any (types) order by id for no key update;\n';

/**
 * Guards that keep transactions from waiting for each other, and one order from stopping the others.
 * @type {Guard[]}
 */
export const lockGuards = [
  {
    promise: '8 locks in one order: a sale locks ticket types before the counts of their buyers',
    file: sell,
    find: '  select array_agg(id), array_agg(event_id), array_agg(coalesce(quantity',
    replace: `  perform from buyer_counts where ticket_type_id in (select id from ticket_types where event_id = any (asked_events))
    for no key update;
  select array_agg(id), array_agg(event_id), array_agg(coalesce(quantity`,
    test: limits,
    title: 'never deadlocks with a buyer who orders at the same moment',
  },
  {
    promise: '8 locks in one order: a cancellation locks ticket types before the counts of their buyers',
    file: migration,
    find: typesOfEnded,
    replace: `  perform from buyer_counts where ticket_type_id in (select ticket_type_id from tickets where id = any (ended))
    for no key update;
${typesOfEnded}`,
    test: limits,
    title: 'never deadlocks with a buyer who cancels an order at the same moment',
  },
  {
    promise: '8 locks in one order: a registration locks ticket types before the counts of their buyers',
    file: sell,
    find: typesOfOrder,
    replace: `  perform from buyer_counts where ticket_type_id = any (types) for no key update;\n${typesOfOrder}`,
    test: limits,
    title: 'never deadlocks with a buyer who registers at the same moment',
  },
  {
    promise: '8 locks in one order: a sale locks its team before the event',
    file: sell,
    find: '  perform from teams where id in (select team_id from events where id = any (asked_events)) order by id for key share;\n',
    replace: '',
    test: deletions,
    title: 'never deadlocks with a sale of the team’s event',
  },
  {
    promise: '8 locks in one order: the deletion of a team locks orders before events',
    file: `${features}/admin/admin.removals.service.ts`,
    find: '    await lockReferencesTo(tx, team.id);\n',
    replace: '',
    test: deletions,
    title: 'never deadlocks with a buyer who cancels an order for the team’s event',
  },
  {
    promise: '8 locks in one order: a sale keeps its event from deletion before it locks ticket types',
    file: sell,
    find: '  perform from events where id = any (asked_events) order by id for key share;\n',
    replace: '',
    test: deletions,
    title: 'never deadlocks with a sale of the event',
  },
  {
    promise: '8 locks in one order: a sale locks the hold that it replaces before the account of the buyer',
    file: sell,
    find: "  if wanted @? '$[*].replaces ? (@ != null)' then\n",
    replace: `  perform from users
    where id in (select (asked ->> 'user_id')::bigint from jsonb_array_elements(wanted) asked) for key share;
  if wanted @? '$[*].replaces ? (@ != null)' then
`,
    test: deletions,
    title: 'never deadlocks with an order of the user that replaces a hold',
  },
  {
    promise: '8 locks in one order: the deletion of an account locks a new payment before its order',
    file: removal,
    find: '    await sql`rollback to savepoint before_locks`.execute(tx);\n    return false;\n',
    replace: '    return true;\n',
    test: deletions,
    title: 'returns the money of a payment that the user started at the same moment',
  },
  {
    promise: '8 locks in one order: the deletion of an account locks a new order before the account',
    file: removal,
    find: '    sql`orders where user_id = ${person.id}`,\n',
    replace: '',
    test: deletions,
    title: 'closes an order that the user placed at the same moment',
  },
  {
    promise: '8 locks in one order: the check-in of a whole order locks its tickets by id',
    file: `${features}/tickets/tickets.service.ts`,
    find: "        .orderBy('id')\n        .forUpdate(),",
    replace: "        .orderBy('id', 'desc')\n        .forUpdate(),",
    test: `${features}/orders/after-sale/group-check-in.test.ts`,
    title: 'never deadlocks with the buyer who cancels tickets of the order',
  },
  {
    promise: '8 locks in one order: a check-in locks the account of its actor before the ticket',
    file: `${features}/tickets/tickets.service.ts`,
    find: "    .updateTable('tickets')\n    .from('checker')\n",
    replace: "    .updateTable('tickets')\n",
    test: checkInDeletions,
    title: 'never deadlocks with the check-in of their own ticket',
  },
  {
    promise:
      '8 locks in one order: the check-in of a whole order locks the account of its actor before the tickets',
    file: `${features}/tickets/tickets.service.ts`,
    find: "        .where((where) => where.exists(where.selectFrom('checker').select('checker.id')))\n",
    replace: '',
    test: checkInDeletions,
    title: 'never deadlocks with the check-in of their own order',
  },
  {
    promise: '8 locks in one order: undoing a check-in locks the account of its actor before the ticket',
    file: `${features}/orders/registrations/tickets.service.ts`,
    find: `    await recordChange(tx, change, 'ticket.check_in_undone');
    if (!(await undoCheckIn(tx, change.ticket.id))) throw new ApiError('ticket_not_live');
`,
    replace: `    if (!(await undoCheckIn(tx, change.ticket.id))) throw new ApiError('ticket_not_live');
    await recordChange(tx, change, 'ticket.check_in_undone');
`,
    test: checkInDeletions,
    title: 'never deadlocks with the undoing of a check-in of their own ticket',
  },
  {
    promise:
      '8 locks in one order: the cancellation of a ticket locks its order before the account of the actor',
    file: `${features}/orders/registrations/tickets.service.ts`,
    find: '    await lockActiveOrder(tx, orderId);\n',
    replace: '',
    test: checkInDeletions,
    title: 'never deadlocks with the cancellation of a ticket of their own order',
  },
  {
    promise:
      '8 locks in one order: the deletion of a ticket locks the account of its actor before the ticket',
    file: `${features}/orders/registrations/tickets.service.ts`,
    find: `    if (ticket.status !== 'valid') await recordChange(tx, change, 'ticket.deleted');
    if (!(await deleteDeadTicket(tx, id))) throw new ApiError('ticket_not_found');
`,
    replace: `    if (!(await deleteDeadTicket(tx, id))) throw new ApiError('ticket_not_found');
    if (ticket.status !== 'valid') await recordChange(tx, change, 'ticket.deleted');
`,
    test: checkInDeletions,
    title: 'never deadlocks with the deletion of a refunded ticket that they checked in',
  },
  {
    promise: '8 locks in one order: the deletion of an account locks refunds before events',
    file: removal,
    find: '    sql`refunds where ${isRefundAbout(person)}`,\n',
    replace: '',
    test: deletions,
    title: 'never deadlocks with the return of money that the user asked for',
  },
  {
    promise: 'a buyer hears that the account was deleted during the sale',
    file: `${features}/orders/sale/sale-queue.service.ts`,
    find: "violates(error, 'orders_user_fk') ? new ApiError('invalid_token') : error",
    replace: 'error',
    test: deletions,
    title: 'leads to the refusal of an order that the user sends at the same moment',
  },
  {
    promise: 'an actor hears that the account was deleted during the change',
    file: 'server/src/http/errors.ts',
    find: "  if (isActorDeleted(error)) return new ApiError('invalid_token');\n",
    replace: '',
    test: checkInDeletions,
    title: 'leads to the refusal of an audited change that waits for the deletion',
  },
  {
    promise: 'a deadlock ends no sale: the sale is repeated once',
    file: `${features}/orders/sale/sale-queue.service.ts`,
    find: '    if (!isTransactionConflict(error)) throw error;\n    return sellTogether(db, group, at);\n',
    replace: '    throw error;\n',
    test: `${features}/orders/sale/sale-queue.test.ts`,
    title: 'sells an order with a second call if a deadlock ends the first',
  },
  {
    promise: 'one hold that cannot be ended stops no others: each is ended alone',
    file: `${features}/payments/checkout/holds.service.ts`,
    find: '      if (!(await findOpenPayment(deps.db, id))) await endHold(deps, id);\n',
    replace: '      if (id < 0) await endHold(deps, id);\n',
    test: dueHolds,
    title: 'end even if another hold cannot be ended, which is logged',
  },
  {
    promise: 'a count that is left of an earlier limit per buyer stops no hold from ending',
    file: migration,
    find: ' and limited.max_per_buyer is not null\n        where tickets.id',
    replace: '\n        where tickets.id',
    test: dueHolds,
    title: 'end without an error although tickets are still counted for a limit per buyer that was removed',
  },
];

import { sql, type QueryResult } from 'kysely';
import { recordAudit, recordAudits, removeNamesFromNotes, type Forgotten } from '../../db/audit.ts';
import { isRefundAbout, removeNamesFromRefunds } from '../payments/refunds/rows.service.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { deleteFollowsOf } from '../follows/follows.service.ts';
import { deleteHeldMailsTo } from '../../mail/held-mails.ts';
import { deleteSentMailsTo } from '../../mail/send-once.ts';
import { enqueueForgetCustomer } from '../payments/customers/customers.service.ts';
import { blankOrdersOf, lockCountersOf } from '../orders/registrations/registrations.service.ts';
import { deleteContactsOf } from '../teams/teams.service.ts';
import { deleteInvitationsTo } from '../teams/invitations/invitations.service.ts';
import { assertKnowsPassword, assertRecentPassword } from '../users/users.passwords.service.ts';
import { assertAdminRemains, assertMayActFor, deleteUserRow, getUser } from '../users/users.service.ts';
import { enqueueFarewell } from './accounts.farewells.service.ts';
import { findDeletionBarriers } from './accounts.removal.queries.ts';

/**
 * Deletes a user with their login sessions, cancels their tickets and frees the places. Orders and payments stay, but no
 * longer name the user. Users must send their current password, and administrators must have typed their own password
 * recently. Throws `last_site_admin` and `last_team_admin`.
 */
export async function deleteUser(
  deps: Deps,
  actor: Actor,
  userId: number,
  currentPassword: string | undefined,
): Promise<void> {
  assertMayActFor(actor, userId);
  if (userId === actor.id) {
    await assertKnowsPassword(deps, actor, { field: 'current_password', password: currentPassword });
  } else {
    assertRecentPassword(deps, actor);
  }
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await assertAdminRemains(tx, userId);
    await assertPaidTeamsKeepAnAdmin(tx, userId, now);
    const person = await getUser(tx, userId);
    // The deletion of a team locks the team before its orders.
    if (person.email_verified) await deleteContactsOf(tx, person.email);
    await lockUserAndPurchases(tx, person);
    await enqueueForgetCustomer(deps, tx, userId);
    if (actor.isSiteAdmin) {
      await recordAudit(tx, now, { by: actor, action: 'user.deleted', objectId: userId, eventId: null });
    }
    await recordLostTickets(tx, now, userId);
    await blankOrdersOf(tx, userId);
    await forgetPerson(deps, tx, userId);
    await deleteUserRow(deps, tx, userId);
  });
}

/**
 * Removes the name and the email address of a user from all rows that are not deleted together with the user's row.
 */
async function forgetPerson(deps: Deps, tx: Tx, userId: number): Promise<void> {
  const person = await getUser(tx, userId);
  await removeNamesFromNotes(tx, person);
  await removeNamesFromRefunds(tx, person);
  await deleteSentMailsTo(tx, userId);
  await deleteHeldMailsTo(tx, person);
  await deps.jobs.forgetAddress(tx, person);
  // An email address that nobody has verified may belong to a stranger, so no mail goes there.
  if (!person.email_verified) return;
  await deleteInvitationsTo(tx, person.email);
  await deleteFollowsOf(tx, person.email);
  // Enqueue this job after calling `forgetAddress`, because `forgetAddress` would delete the job.
  await enqueueFarewell(deps, tx, person);
}

async function assertPaidTeamsKeepAnAdmin(tx: Tx, userId: number, now: Date): Promise<void> {
  const { teams } = await findDeletionBarriers(tx, userId, now);
  if (teams.some(({ blocks }) => blocks)) throw new ApiError('last_team_admin', { msg: handOverFirst });
}

const handOverFirst =
  'This account is the only admin of a team with paid tickets for upcoming events. Make another member its admin first.';

/**
 * Records each paid, unused ticket in the audit log before the ticket is cancelled, because its payment stays in the
 * ledger.
 */
async function recordLostTickets(tx: Tx, at: Date, userId: number): Promise<void> {
  const tickets = await tx
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.id', 'tickets.event_id', 'tickets.price_pence'])
    .where('orders.user_id', '=', userId)
    .where('tickets.payment_id', 'is not', null)
    .where('tickets.transferred_at', 'is', null)
    .where('tickets.status', '=', 'valid')
    .orderBy('tickets.id')
    .execute();
  const entry = { by: 'Foyer itself', action: 'ticket.cancelled' } as const;
  const entries = tickets.map(({ id: objectId, event_id: eventId, price_pence }) => {
    return { ...entry, objectId, eventId, details: { reason: 'user_deleted', price_pence } };
  });
  await recordAudits(tx, at, entries);
}

/**
 * Locks the user and their purchases in the order of a sale, so that a deletion and a sale cannot deadlock. Also locks
 * tickets that the user checked in and events that the user created, because deleting the user changes these rows too.
 */
async function lockUserAndPurchases(tx: Tx, person: Forgotten): Promise<void> {
  while (!(await tryLockPurchases(tx, person)));
  const userId = person.id;
  await tx
    .selectFrom('tickets')
    .select('id')
    .where((where) =>
      where.or([
        where('used_by', '=', userId),
        where('order_id', 'in', (nested) =>
          nested.selectFrom('orders').select('orders.id').where('orders.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockCountersOf(tx, userId);
  await tx
    .selectFrom('events')
    .select('id')
    .where((where) =>
      where.or([
        where('created_by', '=', userId),
        where('id', 'in', (nested) =>
          nested.selectFrom('orders').select('event_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks the payments, refunds and orders of a user, and then the account. The user may buy more until the account is
 * locked. Then it is too late to lock the new rows in order, so this function frees its locks and returns false.
 */
async function tryLockPurchases(tx: Tx, person: Forgotten): Promise<boolean> {
  await sql`savepoint before_locks`.execute(tx);
  const tables = [
    sql`payments where user_id = ${person.id}`,
    sql`refunds where ${isRefundAbout(person)}`,
    sql`orders where user_id = ${person.id}`,
  ].map((rows) => sql<{ id: number }>`select id from ${rows} order by id`);
  const locked: number[][] = [];
  for (const rows of tables) locked.push(readIds(await sql<{ id: number }>`${rows} for update`.execute(tx)));
  await tx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
  for (const [place, rows] of tables.entries()) {
    const known = new Set(locked[place]);
    if (readIds(await rows.execute(tx)).every((id) => known.has(id))) continue;
    await sql`rollback to savepoint before_locks`.execute(tx);
    return false;
  }
  return true;
}

function readIds({ rows }: QueryResult<{ id: number }>): number[] {
  return rows.map(({ id }) => id);
}

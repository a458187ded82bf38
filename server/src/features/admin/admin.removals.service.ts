import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { tryRemovePicture } from '../events/changes/pictures.service.ts';
import { deleteDraftsOf } from '../events/changes/removal.service.ts';
import { enqueueForgetCustomer } from '../payments/customers/customers.service.ts';
import { deleteRegistrationsOf } from '../registrations/registrations.service.ts';
import { getTeamFor, deleteTeamRow } from '../teams/teams.service.ts';
import { assertKnowsPassword, assertRecentPassword } from '../users/users.passwords.service.ts';
import { assertAdminRemains, assertMayActFor, deleteUserRow } from '../users/users.service.ts';

/**
 * Deletes a user with their registrations, tickets and sessions, and gives their seats back. Payments stay in the
 * ledger, but no longer name the user. Throws `last_site_admin` for the only administrator, and `last_team_admin` for
 * the only admin of a team with paid tickets for upcoming events. Users need their current password, and administrators
 * a recent one.
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
    await lockUserAndPurchases(tx, userId);
    await enqueueForgetCustomer(deps, tx, userId);
    if (actor.isSiteAdmin) {
      const entry = { by: actor, action: 'user.deleted', objectId: userId, eventId: null } as const;
      await recordAudit(tx, now, { ...entry, details: { username: await findUsername(tx, userId) } });
    }
    await recordLostTickets(tx, now, userId);
    await deleteRegistrationsOf(tx, userId);
    await deleteUserRow(tx, userId);
  });
}

async function assertPaidTeamsKeepAnAdmin(tx: Tx, userId: number, now: Date): Promise<void> {
  const teamsWithOneAdmin = await tx
    .selectFrom('team_members')
    .select('team_id')
    .where('role', '=', 'team_admin')
    .where('team_id', 'in', (nested) =>
      nested
        .selectFrom('team_members as own')
        .select('own.team_id')
        .where('own.user_id', '=', userId)
        .where('own.role', '=', 'team_admin'),
    )
    .groupBy('team_id')
    .having((having) => having.fn.countAll(), '=', 1)
    .orderBy('team_id')
    .execute();
  for (const { team_id } of teamsWithOneAdmin) {
    if (await hasUnfinishedSales(tx, team_id, now))
      throw new ApiError('last_team_admin', { msg: handOverFirst });
  }
}

const handOverFirst =
  'You are the only admin of a team with paid tickets for upcoming events. Make another member its admin first';

/**
 * Records in the audit each paid, unused ticket that is about to be deleted with its user: its payment stays in the
 * ledger, so the audit must say where the ticket went.
 */
async function recordLostTickets(tx: Tx, at: Date, userId: number): Promise<void> {
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'event_id', 'price_pence'])
    .where('user_id', '=', userId)
    .where('paid', '=', true)
    .where('status', '=', 'valid')
    .orderBy('id')
    .execute();
  for (const { id: objectId, event_id: eventId, price_pence } of tickets) {
    const details = { reason: 'user_deleted', price_pence };
    await recordAudit(tx, at, { by: 'Foyer itself', action: 'ticket.deleted', objectId, eventId, details });
  }
}

async function findUsername(tx: Tx, userId: number): Promise<string | null> {
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return user?.username ?? null;
}

/**
 * Locks the user and their purchases in the same order as a sale, so that the two cannot deadlock. New sales to the
 * user wait for the lock on the user. Also locks tickets that the user checked in and events that the user created,
 * because deleting the user changes these rows too.
 */
async function lockUserAndPurchases(tx: Tx, userId: number): Promise<void> {
  for (const table of ['payments', 'registrations'] as const) {
    await tx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate().execute();
  }
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await tx
    .selectFrom('tickets')
    .select('id')
    .where((where) => where.or([where('user_id', '=', userId), where('used_by', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx
    .selectFrom('events')
    .select('id')
    .where((where) =>
      where.or([
        where('created_by', '=', userId),
        where('id', 'in', (nested) =>
          nested.selectFrom('registrations').select('event_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Deletes a team and its drafts. Its other events stay, without a team. Throws `team_has_paid_tickets`. */
export async function deleteTeam(deps: Deps, actor: Actor, teamId: number): Promise<void> {
  const pictures = await deps.db.transaction().execute(async (tx) => {
    const team = await getTeamFor(tx, actor, 'manage', teamId);
    // Lock the team before looking at its sales. A request that moves an event to this team then waits until the team
    // is deleted, and is refused.
    await tx.selectFrom('teams').select('id').where('id', '=', team.id).forUpdate().execute();
    if (await hasUnfinishedSales(tx, team.id, deps.clock.now())) throw new ApiError('team_has_paid_tickets');
    const entry = { by: actor, action: 'team.deleted', objectId: team.id, eventId: null } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { name: team.name } });
    const dropped = await deleteDraftsOf(deps, tx, team.id);
    await deleteTeamRow(tx, team.id);
    return dropped;
  });
  for (const picture of pictures) await tryRemovePicture(deps, picture);
}

/**
 * Whether somebody has paid, or is paying, for a draft of the team or an event that has not ended. Then the team must
 * stay and keep an admin, because these buyers need somebody to contact.
 */
async function hasUnfinishedSales(tx: Tx, teamId: number, now: Date): Promise<boolean> {
  const openEvents = tx
    .selectFrom('events')
    .select('events.id')
    .where('events.team_id', '=', teamId)
    .where((where) => where.or([where('events.end_time', '>', now), where('events.status', '=', 'draft')]));
  const sold = tx
    .selectFrom('tickets')
    .select('id')
    .where('event_id', 'in', openEvents)
    .where('paid', '=', true)
    .where('status', 'in', ['valid', 'used']);
  const underWay = tx
    .selectFrom('payments')
    .select('id')
    .where('event_id', 'in', openEvents)
    .where('status', 'in', ['starting', 'open']);
  return (await sold.unionAll(underWay).limit(1).executeTakeFirst()) !== undefined;
}

import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { dropPicture } from '../events/events.pictures.service.ts';
import { removeDraftsOf } from '../events/events.removal.service.ts';
import { enqueueForgettingCustomer } from '../payments/payments.customers.service.ts';
import { removeRegistrationsOf } from '../registrations/registrations.service.ts';
import { getTeamFor, removeTeam } from '../teams/teams.service.ts';
import { assertAdminRemains, getUserIdFor, removeUser } from '../users/users.service.ts';

/**
 * Deletes a user: registrations, tickets and sessions go, seats are given back, payments stay without a name.
 * Throws `last_site_admin`.
 */
export async function deleteUser(deps: Deps, actor: Actor, userId: number): Promise<void> {
  getUserIdFor(actor, userId);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await assertAdminRemains(tx, userId);
    await lockWithPurchases(tx, userId);
    await enqueueForgettingCustomer(deps, tx, userId);
    if (actor.isSiteAdmin) {
      const entry = { by: actor, action: 'user.deleted', objectId: userId, eventId: null } as const;
      await recordAudit(tx, now, { ...entry, details: { username: await findUsername(tx, userId) } });
    }
    await removeRegistrationsOf(tx, userId);
    await removeUser(tx, userId);
  });
}

async function findUsername(tx: Tx, userId: number): Promise<string | null> {
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return user?.username ?? null;
}

/** In the order of a sale, payments before registrations; then the user, so that nothing new can begin. */
async function lockWithPurchases(tx: Tx, userId: number): Promise<void> {
  for (const table of ['payments', 'registrations'] as const) {
    await tx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate().execute();
  }
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Deletes a team and its drafts; its other events stay without a team. Throws `team_has_paid_tickets`. */
export async function deleteTeam(deps: Deps, actor: Actor, teamId: number): Promise<void> {
  const pictures = await deps.db.transaction().execute(async (tx) => {
    const team = await getTeamFor(tx, actor, 'manage', teamId);
    // No event can come to the team from here on.
    await tx.selectFrom('teams').select('id').where('id', '=', team.id).forUpdate().execute();
    await assertOwesNothing(tx, team.id, deps.clock.now());
    const entry = { by: actor, action: 'team.deleted', objectId: team.id, eventId: null } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { name: team.name } });
    const dropped = await removeDraftsOf(tx, team.id);
    await removeTeam(tx, team.id);
    return dropped;
  });
  for (const picture of pictures) await dropPicture(deps, picture);
}

/** Nobody who paid for what is still to come may be left without anyone to ask. */
async function assertOwesNothing(tx: Tx, teamId: number, now: Date): Promise<void> {
  const owed = await tx
    .selectFrom('tickets')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select('tickets.id')
    .where('events.team_id', '=', teamId)
    .where((where) => where.or([where('events.end_time', '>', now), where('events.status', '=', 'draft')]))
    .where('tickets.paid', '=', true)
    .where('tickets.status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  if (owed) throw new ApiError('team_has_paid_tickets');
}

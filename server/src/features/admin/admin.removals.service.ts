import { sql } from 'kysely';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { deleteDraftsOf } from '../events/changes/removal.service.ts';
import { hasUnfinishedSales } from '../payments/payments.sales.queries.ts';
import { getTeamFor, deleteTeamRow } from '../teams/teams.service.ts';

/** Also deletes the team's drafts. The team's other events stay, without a team. Throws `team_has_paid_tickets`. */
export async function deleteTeam(deps: Deps, actor: Actor, teamId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const team = await getTeamFor(tx, actor, 'manage', teamId);
    // Lock the team before reading its sales. A request that moves an event to this team then waits until the team is
    // deleted, and is refused.
    await tx.selectFrom('teams').select('id').where('id', '=', team.id).forUpdate().execute();
    if (await hasUnfinishedSales(tx, team.id, deps.clock.now())) throw new ApiError('team_has_paid_tickets');
    const entry = { by: actor, action: 'team.deleted', objectId: team.id, eventId: null } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { name: team.name } });
    await deleteDraftsOf(deps, tx, team.id);
    await lockReferencesTo(tx, team.id);
    await deleteTeamRow(deps, tx, team.id);
  });
}

/**
 * Locks the rows that the deletion of the team changes, in the order of sales and cancellations, so that the two cannot
 * deadlock. The caller has locked the team, so no new order can refer to it.
 */
async function lockReferencesTo(tx: Tx, teamId: number): Promise<void> {
  const rows = [
    sql`select id from orders where seller_team_id = ${teamId} order by id for no key update`,
    sql`select id from promo_codes where team_id = ${teamId} order by id for update`,
    sql`select id from events where team_id = ${teamId} order by id for no key update`,
  ];
  for (const locked of rows) await sql`select count(*) from (${locked}) locked`.execute(tx);
}

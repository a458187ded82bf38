import type { Db, Tx } from '../../../db/connect.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { listMemberships } from '../../users/users.queries.ts';
import { isEditor } from '../events.policy.ts';

/**
 * Gets the team of a new event. A request that names no team gets the first team that the caller joined and may create
 * events in.
 */
export async function getTeamToCreateIn(
  db: Db | Tx,
  actor: Actor,
  requested: number | undefined,
): Promise<number> {
  const memberships = await listMemberships(db, actor.id);
  if (requested !== undefined) {
    const role = memberships.find((membership) => membership.team_id === requested)?.role;
    const team = await db.selectFrom('teams').select('id').where('id', '=', requested).executeTakeFirst();
    if (!team) throw new ApiError('team_not_found');
    if (!actor.isSiteAdmin && !isEditor(role)) throw new ApiError('forbidden');
    return requested;
  }
  const first = memberships.find(({ role }) => actor.isSiteAdmin || isEditor(role));
  if (first) return first.team_id;
  if (actor.isSiteAdmin) throw fieldError('team_id', 'Team is required');
  throw new ApiError('forbidden', { msg: 'Only team admins and event managers can create events' });
}

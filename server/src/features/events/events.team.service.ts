import type { Db, Tx } from '../../db/connect.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { listMemberships } from '../users/users.queries.ts';
import { isEditor } from './events.policy.ts';

/** The team that an event of the caller's comes to: the one they ask for, or their only one. */
export async function getTeamToCreateIn(
  db: Db | Tx,
  actor: Actor,
  asked: number | undefined,
): Promise<number> {
  const memberships = await listMemberships(db, actor.id);
  if (asked !== undefined) {
    const role = memberships.find((membership) => membership.team_id === asked)?.role;
    const team = await db.selectFrom('teams').select('id').where('id', '=', asked).executeTakeFirst();
    if (!team) throw new ApiError('team_not_found');
    if (!actor.isSiteAdmin && !isEditor(role)) throw new ApiError('forbidden');
    return asked;
  }
  const [only, ...others] = memberships;
  if (only && others.length === 0 && (actor.isSiteAdmin || isEditor(only.role))) return only.team_id;
  if (actor.isSiteAdmin || others.length > 0) throw fieldError('team_id', 'Team is required');
  throw new ApiError('forbidden', { msg: 'Only team admins and event managers can create events' });
}

import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Actor } from '../../http/session.ts';

/** Members, drafts and private events of a team are for those in it. */
export function canSeeInside(actor: Pick<Actor, 'isSiteAdmin'>, role: TeamRole | undefined): boolean {
  return actor.isSiteAdmin || role !== undefined;
}

import type { Actor } from '../../http/session.ts';

/** A user's own things are theirs and the site administrators'. */
export function canActFor(actor: Pick<Actor, 'id' | 'isSiteAdmin'>, userId: number): boolean {
  return actor.isSiteAdmin || actor.id === userId;
}

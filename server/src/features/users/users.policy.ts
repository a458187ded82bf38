import type { Actor } from '../../http/session.ts';

/** Users may act for themselves. Site administrators may act for all users. */
export function canActFor(actor: Pick<Actor, 'id' | 'isSiteAdmin'>, userId: number): boolean {
  return actor.isSiteAdmin || actor.id === userId;
}

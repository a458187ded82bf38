import type { Actor } from '../../http/session.ts';

/** Users may act for themselves, site administrators for everybody. */
export function canActFor(actor: Pick<Actor, 'id' | 'isSiteAdmin'>, userId: number): boolean {
  return actor.isSiteAdmin || actor.id === userId;
}

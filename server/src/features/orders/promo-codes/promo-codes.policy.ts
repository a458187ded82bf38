import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Actor } from '../../../http/session.ts';
import { isEditor } from '../../events/events.policy.ts';

/**
 * Whether somebody who may edit an event may also create and change this code. A code for all events of the team needs
 * the right to edit all of them: the creator of one event does not have it.
 */
export function mayChangeCode(
  code: { isForAllEvents: boolean },
  caller: Pick<Actor, 'isSiteAdmin'>,
  role: TeamRole | undefined,
): boolean {
  return !code.isForAllEvents || caller.isSiteAdmin || isEditor(role);
}

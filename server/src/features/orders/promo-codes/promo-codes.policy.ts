import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Actor } from '../../../http/session.ts';
import { isEditor } from '../../events/events.policy.ts';

/**
 * Whether somebody who may edit an event may also change this code. A code for all events of the team needs a role that
 * may edit all these events.
 */
export function mayChangeCode(
  code: { isForAllEvents: boolean },
  caller: Pick<Actor, 'isSiteAdmin'>,
  role: TeamRole | undefined,
): boolean {
  return !code.isForAllEvents || caller.isSiteAdmin || isEditor(role);
}

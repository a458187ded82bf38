import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { listMemberships } from '../users/users.queries.ts';
import { isEditor, mayDo, type EventAction, type Standing } from './events.policy.ts';
import { findEvent, findEventAndRole, holdsPlace, type EventDetails } from './events.queries.ts';
import { isKey } from './events.rules.ts';

/**
 * How a caller names an event: by its id and, for a private event, also by its key. The team, people who hold a place,
 * and site administrators need no key.
 */
export interface EventAddress {
  id: number;
  key?: string;
}

export interface EventWithStanding {
  event: EventDetails;
  standing: Standing;
}

/**
 * Gets the event if the caller may do `action` to it. Throws 404 if the caller may not know of the event, and 403 if
 * the caller may see the event but not do `action`.
 */
export async function getEventFor(
  db: Db | Tx,
  actor: Actor | null,
  action: EventAction,
  address: EventAddress,
): Promise<EventDetails> {
  return (await getEventAndStanding(db, actor, action, address)).event;
}

/**
 * Like `getEventFor`, and also returns the caller's role in the event's team, and whether the caller has the event's
 * key or holds a place.
 */
export async function getEventAndStanding(
  db: Db | Tx,
  actor: Actor | null,
  action: EventAction,
  { id, key }: EventAddress,
): Promise<EventWithStanding> {
  const found = actor
    ? await findEventAndRole(db, id, actor.id)
    : { event: await findEvent(db, id), role: undefined };
  if (!found?.event) throw new ApiError('event_not_found');
  const { event, role } = found;
  const standing = await findStanding(db, actor, event, { role, key });
  if (!mayDo('view', event, actor, standing)) throw new ApiError('event_not_found');
  if (!mayDo(action, event, actor, standing)) throw new ApiError('forbidden');
  return { event, standing };
}

async function findStanding(
  db: Db | Tx,
  actor: Actor | null,
  event: EventDetails,
  { role, key }: { role: Standing['role']; key: string | undefined },
): Promise<Standing> {
  // Members of the event's team and site administrators may see a private event. All other people need the event's key
  // or a place.
  if (event.is_public || role !== undefined) return { role, isInvited: false };
  const isInvited =
    isKey(key, event.private_key) || (actor !== null && (await holdsPlace(db, event.id, actor.id)));
  return { role, isInvited };
}

/** Gets the event for a caller whose rights were checked before. Throws `event_not_found`. */
export async function getEvent(db: Db | Tx, id: number): Promise<EventDetails> {
  const event = await findEvent(db, id);
  if (!event) throw new ApiError('event_not_found');
  return event;
}

/** Tells what the caller may do with the event, so that screens can decide which buttons to show. */
export function describePermissions(actor: Actor, { event, standing }: EventWithStanding) {
  return {
    can_edit: mayDo('edit', event, actor, standing),
    can_delete: mayDo('delete', event, actor, standing),
    can_manage: mayDo('manage', event, actor, standing),
    can_issue: mayDo('issue', event, actor, standing),
    can_refund: mayDo('refund', event, actor, standing),
  };
}

export async function assertMayCreate({ db }: Deps, actor: Actor): Promise<void> {
  const mayEdit = (await listMemberships(db, actor.id)).some(({ role }) => isEditor(role));
  if (mayEdit || actor.isSiteAdmin) return;
  throw new ApiError('forbidden', { msg: 'Only team admins and event managers can create events' });
}

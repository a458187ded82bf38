import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { countUse } from '../../../http/limits.ts';
import { hashToken } from '../../../http/secret-tokens.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { findLinkAndEvent, type Checker } from './door.queries.ts';
import { findOpening } from './door.rules.ts';

export interface DoorCaller {
  actor: Actor | null;
  /** The key of a link for volunteers. */
  key: string | undefined;
  /** The network address, as `callerSubject` returns it. */
  address: string;
}

/** The door of one event, for a caller who may check in its tickets. */
export interface Door {
  event: { id: number; title: string; start_time: Date; end_time: Date };
  checker: Checker;
  /** Null for an account. */
  linkName: string | null;
}

/**
 * Gets the door of an event for a volunteer with the key of a link, or for an account that may check in its tickets.
 * Revoking the link and changing the time of the event take effect at the next request.
 */
export async function getDoorFor(deps: Deps, caller: DoorCaller, eventId: number): Promise<Door> {
  const { actor, key } = caller;
  if (key !== undefined) return openWithKey(deps, { ...caller, key }, eventId);
  if (!actor) throw new ApiError('no_token');
  const event = await getEventFor(deps.db, actor, 'manage', { id: eventId });
  return { event, checker: { userId: actor.id }, linkName: null };
}

async function openWithKey(
  deps: Deps,
  { key, address }: DoorCaller & { key: string },
  eventId: number,
): Promise<Door> {
  const { id, secret = '' } = /^(?<id>\d{1,15})-(?<secret>[\w-]{43})$/.exec(key)?.groups ?? {};
  const link = id && (await findLinkAndEvent(deps.db, { id: Number(id), eventId }));
  if (!link || !timingSafeEqual(hashToken(secret), link.key_hash)) {
    // Only failures count, so that nobody can close a door for the volunteers who share its network address.
    await countUse(deps, 'door_key_address', address);
    throw new ApiError('door_link_ended');
  }
  const now = deps.clock.now();
  const { title, start_time, end_time } = link;
  const { opens_at, closes_at } = findOpening(link);
  if (now < opens_at || now >= closes_at)
    throw new ApiError('door_link_closed', { extra: { door: { title, opens_at, closes_at } } });
  await recordUse(deps, link, now);
  return {
    event: { id: eventId, title, start_time, end_time },
    checker: { linkId: link.id },
    linkName: link.name,
  };
}

/** A busy door asks many times a minute, so the time of the last use is kept to the minute. */
async function recordUse(deps: Deps, link: { id: number; last_used_at: Date | null }, now: Date) {
  if (link.last_used_at && now.getTime() - link.last_used_at.getTime() < 60_000) return;
  await deps.db.updateTable('door_links').set({ last_used_at: now }).where('id', '=', link.id).execute();
}

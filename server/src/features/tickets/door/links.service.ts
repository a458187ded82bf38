import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { createSecretToken, hashToken } from '../../../http/secret-tokens.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { lockChecker } from '../tickets.service.ts';

const mostLinks = 50;

/** Makes a link for volunteers. The database keeps only the hash of the secret part of its key. */
export function createDoorLink(deps: Deps, actor: Actor, eventId: number, name: string) {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await getEventFor(tx, actor, 'manage', { id: eventId });
    // The link refers to the account. Deletions lock the account before the event.
    if (!(await lockChecker(tx, actor.id).executeTakeFirst())) throw new ApiError('invalid_token');
    // Links that are made at the same moment wait for each other, so that each counts the others.
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute();
    const { count } = await tx
      .selectFrom('door_links')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('event_id', '=', eventId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= mostLinks) throw new ApiError('too_many_door_links');
    const secret = createSecretToken();
    const link = await tx
      .insertInto('door_links')
      .values({ event_id: eventId, name, key_hash: hashToken(secret), created_by: actor.id, created_at: now })
      .returning(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
      .executeTakeFirstOrThrow();
    const made = { by: actor, action: 'door_link.created', objectId: link.id, eventId } as const;
    await recordAudit(tx, now, { ...made, details: { name } });
    return { link: { ...link, made_by: actor.username, works: true }, key: `${link.id}-${secret}` };
  });
}

/** Revoking a link again changes nothing. */
export async function revokeDoorLink(
  deps: Deps,
  actor: Actor,
  { id: eventId, linkId }: { id: number; linkId: number },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await getEventFor(tx, actor, 'manage', { id: eventId });
    const link = await tx
      .selectFrom('door_links')
      .select(['name', 'revoked_at'])
      .where('id', '=', linkId)
      .where('event_id', '=', eventId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!link) throw new ApiError('door_link_not_found');
    if (link.revoked_at) return;
    await tx.updateTable('door_links').set({ revoked_at: now }).where('id', '=', linkId).execute();
    const revoked = { by: actor, action: 'door_link.revoked', objectId: linkId, eventId } as const;
    await recordAudit(tx, now, { ...revoked, details: { name: link.name } });
  });
}

const dayMs = 24 * 3600 * 1000;

/** Deletes revoked links after a month, and scans that no device will send again. */
export async function deleteOldDoorData({ db, clock }: Deps): Promise<void> {
  const monthAgo = new Date(clock.now().getTime() - 30 * dayMs);
  await db.deleteFrom('door_links').where('revoked_at', '<', monthAgo).execute();
  await db.deleteFrom('door_scans').where('received_at', '<', monthAgo).execute();
}

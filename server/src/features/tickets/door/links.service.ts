import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { createSecretToken, hashToken } from '../../../http/secret-tokens.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventFor } from '../../events/events.access.service.ts';

const mostLinks = 50;

/** Makes a link for volunteers. The database keeps only the hash of the secret part of its key. */
export function createDoorLink(deps: Deps, actor: Actor, eventId: number, name: string) {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await getEventFor(tx, actor, 'manage', { id: eventId });
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
      .values({ event_id: eventId, name, key_hash: hashToken(secret), created_at: now })
      .returning(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
      .executeTakeFirstOrThrow();
    const made = { by: actor, action: 'door_link.created', objectId: link.id, eventId } as const;
    await recordAudit(tx, now, { ...made, details: { name } });
    return { link, key: `${link.id}-${secret}` };
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

import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { dropPicture } from './events.pictures.service.ts';
import { getEventFor } from './events.service.ts';

/** Deletes an event that holds no paid tickets, with its picture. */
export async function deleteEvent(deps: Deps, actor: Actor, id: number): Promise<void> {
  const picture = await deps.db.transaction().execute(async (tx) => {
    const { title } = await getEventFor(tx, actor, 'delete', id);
    const entry = { by: actor, action: 'event.deleted', objectId: id, eventId: id } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { title } });
    await lockWithSales(tx, id);
    return removeEvent(tx, id);
  });
  await dropPicture(deps, picture);
}

/** Deletes the drafts of a team; the addresses of their pictures. Throws `event_has_paid_tickets`. */
export async function removeDraftsOf(tx: Tx, teamId: number): Promise<(string | null)[]> {
  const drafts = () =>
    tx
      .selectFrom('events')
      .select('id')
      .where('team_id', '=', teamId)
      .where('status', '=', 'draft')
      .orderBy('id');
  const pictures: (string | null)[] = [];
  for (const { id } of await drafts().execute()) {
    await lockWithSales(tx, id);
    // Published or moved since it was listed: it stays.
    const draft = await drafts().where('id', '=', id).executeTakeFirst();
    if (draft) pictures.push(await removeEvent(tx, id));
  }
  return pictures;
}

/** Deletes a locked event and all that hangs on it; the address of its picture. */
async function removeEvent(tx: Tx, id: number): Promise<string | null> {
  const paid = await tx
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', id)
    .where('paid', '=', true)
    .where('status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  if (paid) throw new ApiError('event_has_paid_tickets');
  const removed = await tx
    .deleteFrom('events')
    .where('id', '=', id)
    .returning('event_img_url')
    .executeTakeFirst();
  return removed?.event_img_url ?? null;
}

/** Locks in the order of a sale, payments before registrations before the event, so that neither waits in a circle. */
async function lockWithSales(tx: Tx, eventId: number): Promise<void> {
  for (const table of ['payments', 'registrations'] as const) {
    await tx
      .selectFrom(table)
      .select('id')
      .where('event_id', '=', eventId)
      .orderBy('id')
      .forUpdate()
      .execute();
  }
  await tx.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().execute();
}

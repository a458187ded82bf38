import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { tellOfRemovalJob } from '../mails/mails.jobs.ts';
import { listThoseWithAPlace } from '../mails/news.queries.ts';
import { dropPicture } from './pictures.service.ts';
import { holdsPaidTickets } from '../events.queries.ts';
import { getEventFor } from '../events.service.ts';

/** Deletes an event that holds no paid tickets, with its picture. */
export async function deleteEvent(deps: Deps, actor: Actor, id: number): Promise<void> {
  const picture = await deps.db.transaction().execute(async (tx) => {
    const { title } = await getEventFor(tx, actor, 'delete', id);
    const entry = { by: actor, action: 'event.deleted', objectId: id, eventId: id } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { title } });
    await lockWithSales(tx, id);
    await assertNothingPaid(tx, id);
    await tellThoseWithAPlace(deps, tx, id);
    return removeEvent(tx, id);
  });
  await dropPicture(deps, picture);
}

/** Deletes the drafts of a team; the addresses of their pictures. Throws `event_has_paid_tickets`. */
export async function removeDraftsOf(deps: Deps, tx: Tx, teamId: number): Promise<(string | null)[]> {
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
    if (!draft) continue;
    await assertNothingPaid(tx, id);
    await tellThoseWithAPlace(deps, tx, id);
    pictures.push(await removeEvent(tx, id));
  }
  return pictures;
}

async function assertNothingPaid(tx: Tx, id: number): Promise<void> {
  if (await holdsPaidTickets(tx, id)) throw new ApiError('event_has_paid_tickets');
}

/** Nobody travels to an event that is gone: whoever has a place is told, by jobs that know all that they tell. */
async function tellThoseWithAPlace(deps: Deps, tx: Tx, id: number): Promise<void> {
  const removed = await tx
    .selectFrom('events')
    .select(['id', 'title', 'start_time', 'end_time', 'location'])
    .where('id', '=', id)
    .where('end_time', '>', deps.clock.now())
    .executeTakeFirst();
  if (!removed) return;
  const event = {
    id,
    title: removed.title,
    startTime: removed.start_time.toISOString(),
    endTime: removed.end_time.toISOString(),
    location: removed.location,
  };
  const people = await listThoseWithAPlace(tx, id);
  await deps.jobs.enqueueAll(
    tx,
    tellOfRemovalJob,
    people.map((person) => ({ ...person, event })),
  );
}

/** Deletes a locked event and all that hangs on it; the address of its picture. */
async function removeEvent(tx: Tx, id: number): Promise<string | null> {
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

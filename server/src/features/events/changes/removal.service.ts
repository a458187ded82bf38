import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { tellOfRemovalJob } from '../mails/mails.jobs.ts';
import { listPeopleToTell } from '../mails/news.queries.ts';
import { enqueuePictureRemoval } from '../../../storage/saved-pictures.ts';
import { hasPaidTickets } from '../events.queries.ts';
import { getEventFor } from '../events.access.service.ts';

/** Also deletes the picture. Throws `event_has_paid_tickets`. */
export async function deleteEvent(deps: Deps, actor: Actor, id: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { title } = await getEventFor(tx, actor, 'delete', { id });
    const entry = { by: actor, action: 'event.deleted', objectId: id, eventId: id } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { title } });
    await lockEventAndSales(tx, id);
    await assertNothingPaid(tx, id);
    await enqueueRemovalMails(deps, tx, id);
    await deleteEventRow(deps, tx, id);
  });
}

/** Throws `event_has_paid_tickets`. */
export async function deleteDraftsOf(deps: Deps, tx: Tx, teamId: number): Promise<void> {
  const drafts = () =>
    tx
      .selectFrom('events')
      .select('id')
      .where('team_id', '=', teamId)
      .where('status', '=', 'draft')
      .orderBy('id');
  for (const { id } of await drafts().execute()) {
    await lockEventAndSales(tx, id);
    // Before the lock, another request may have published the draft or moved the draft to another team. In this case
    // the event is kept.
    const draft = await drafts().where('id', '=', id).executeTakeFirst();
    if (!draft) continue;
    await assertNothingPaid(tx, id);
    await enqueueRemovalMails(deps, tx, id);
    await deleteEventRow(deps, tx, id);
  }
}

async function assertNothingPaid(tx: Tx, id: number): Promise<void> {
  if (await hasPaidTickets(tx, id)) throw new ApiError('event_has_paid_tickets');
}

/** Enqueues an email to everybody with a place, unless the event has already ended. */
async function enqueueRemovalMails(deps: Deps, tx: Tx, id: number): Promise<void> {
  const removed = await tx
    .selectFrom('events')
    .select(['id', 'title', 'start_time', 'end_time', 'location', 'team_id'])
    .where('id', '=', id)
    .where('end_time', '>', deps.clock.now())
    .executeTakeFirst();
  if (!removed) return;
  const event = {
    id,
    teamId: removed.team_id,
    title: removed.title,
    startTime: removed.start_time.toISOString(),
    endTime: removed.end_time.toISOString(),
    location: removed.location,
  };
  const people = await listPeopleToTell(tx, id);
  await deps.jobs.enqueueAll(
    tx,
    tellOfRemovalJob,
    people.map((person) => ({ ...person, event })),
  );
}

/**
 * Deletes the event's row together with its orders and tickets. Keeps the number of an event that visitors could see,
 * because search engines should forget its address.
 */
async function deleteEventRow(deps: Deps, tx: Tx, id: number): Promise<void> {
  const removed = await tx
    .deleteFrom('events')
    .where('id', '=', id)
    .returning(['event_img_url', 'is_public', 'status'])
    .executeTakeFirst();
  if (!removed) return;
  await enqueuePictureRemoval(deps, tx, removed.event_img_url);
  if (removed.is_public && removed.status !== 'draft')
    await tx.insertInto('removed_events').values({ event_id: id }).execute();
}

/**
 * Locks payments, then orders, then tickets, then the event. Sales lock in the same order, so that a deletion and a sale
 * cannot deadlock.
 */
async function lockEventAndSales(tx: Tx, eventId: number): Promise<void> {
  for (const table of ['payments', 'orders', 'tickets'] as const) {
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

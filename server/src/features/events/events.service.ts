import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Updateable } from 'kysely';
import { recordAudit } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/form.ts';
import type { Actor } from '../../http/session.ts';
import { findRole } from '../teams/teams.queries.ts';
import { listMemberships } from '../users/users.queries.ts';
import { isEditor, mayDo, type EventAction } from './events.policy.ts';
import { findCategory, findEvent, type EventRow } from './events.queries.ts';
import { noteNews } from './events.news.service.ts';
import { removePicture, storePicture } from './events.pictures.service.ts';
import { makeSearchText } from './events.rules.ts';

/** The event when the caller may do that to it; 404 when they may not even know of it, else 403. */
export async function getEventFor(
  db: Db | Tx,
  actor: Actor | null,
  action: EventAction,
  id: number,
): Promise<EventRow> {
  const event = await findEvent(db, id);
  if (!event) throw new ApiError('event_not_found');
  const role = actor && event.team_id ? await findRole(db, event.team_id, actor.id) : undefined;
  if (!mayDo('view', event, actor, role)) throw new ApiError('event_not_found');
  if (!mayDo(action, event, actor, role)) throw new ApiError('forbidden');
  return event;
}

/** What the caller may do with the event, as the booleans that screens show buttons by. */
export async function listPermissions(db: Db, actor: Actor, event: EventRow) {
  const role = event.team_id ? await findRole(db, event.team_id, actor.id) : undefined;
  return {
    can_edit: mayDo('edit', event, actor, role),
    can_delete: mayDo('delete', event, actor, role),
    can_manage: mayDo('manage', event, actor, role),
  };
}

type NewEvent = BodyOf<Endpoints['POST /events']>;

export async function createEvent(
  deps: Deps,
  actor: Actor,
  { category, team_id, price, ...fields }: NewEvent,
  file: UploadedFile | null,
): Promise<EventRow> {
  const teamId = await getTeamToCreateIn(deps.db, actor, team_id);
  const values = { ...fields, ...(await findCategoryId(deps.db, category)) };
  const picture = file && (await storePicture(deps.storage, file.data));
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('events')
        .values({
          ...values,
          ...emptyToNull(values),
          price_pence: price ?? 0,
          event_img_url: picture ?? values.event_img_url ?? null,
          team_id: teamId,
          created_by: actor.id,
          search_text: makeSearchText(values),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return getEventFor(tx, actor, 'edit', id);
    });
  } catch (error) {
    if (picture) await dropPicture(deps, picture);
    throw error;
  }
}

type EventChange = BodyOf<Endpoints['PATCH /events/:id']>;

/** Changes some fields. A replaced picture of our own is removed once the change is safe. */
export async function updateEvent(
  deps: Deps,
  actor: Actor,
  id: number,
  { category, price, team_id, ...fields }: EventChange,
  file: UploadedFile | null,
): Promise<EventRow> {
  await getEventFor(deps.db, actor, 'edit', id);
  const categoryChange = await findCategoryId(deps.db, category);
  const teamChange =
    team_id === undefined ? {} : { team_id: await getTeamToCreateIn(deps.db, actor, team_id) };
  const picture = file && (await storePicture(deps.storage, file.data));
  const values = {
    ...fields,
    ...emptyToNull(fields),
    ...categoryChange,
    ...teamChange,
    ...(price !== undefined && { price_pence: price }),
    ...(picture && { event_img_url: picture }),
  };
  const { before, after } = await deps.db
    .transaction()
    .execute((tx) => writeChange(tx, actor, id, { values, now: deps.clock.now() }))
    .catch(async (error: unknown) => {
      if (picture) await dropPicture(deps, picture);
      throw error;
    });
  if (after.event_img_url !== before.event_img_url) await dropPicture(deps, before.event_img_url);
  return after;
}

/**
 * The row is locked before it is read: what is searched is put together from all of it. The actor's is locked before
 * that, weakly, because the audit refers to it: who deletes a user locks their events after them.
 */
async function writeChange(
  tx: Tx,
  actor: Actor,
  id: number,
  change: { values: Updateable<Tables['events']>; now: Date },
): Promise<{ before: EventRow; after: EventRow }> {
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
  await tx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute();
  const before = await getEventFor(tx, actor, 'edit', id);
  await tx
    .updateTable('events')
    .set({
      ...change.values,
      search_text: makeSearchText({ ...before, ...definedOnly(change.values) }),
      updated_at: change.now,
    })
    .where('id', '=', id)
    .execute()
    .catch(explainRefusedChange);
  const after = await getEventFor(tx, actor, 'edit', id);
  await recordEventChange(tx, actor, { before, after, now: change.now });
  await noteNews(tx, before, after, change.now);
  return { before, after };
}

/** What of a change concerns money: an event that is off, and room that people have been promised. */
async function recordEventChange(
  tx: Tx,
  actor: Actor,
  { before, after, now }: { before: EventRow; after: EventRow; now: Date },
): Promise<void> {
  const of = { by: actor, objectId: after.id, eventId: after.id };
  if (after.status === 'cancelled' && before.status !== 'cancelled') {
    const details = { title: after.title };
    await recordAudit(tx, now, { ...of, action: 'event.cancelled', details });
  }
  if (before.seats_taken > 0 && after.max_attendees !== before.max_attendees) {
    const details = { from: before.max_attendees, to: after.max_attendees, taken: before.seats_taken };
    await recordAudit(tx, now, { ...of, action: 'event.capacity_changed', details });
  }
}

/** Deletes an event that holds no paid tickets, with its picture. */
export async function deleteEvent(deps: Deps, actor: Actor, id: number): Promise<void> {
  const event = await deps.db.transaction().execute(async (tx) => {
    const found = await getEventFor(tx, actor, 'delete', id);
    const entry = { by: actor, action: 'event.deleted', objectId: id, eventId: id } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { title: found.title } });
    await removeEvent(tx, id);
    return found;
  });
  await dropPicture(deps, event.event_img_url);
}

/** Deletes an event's row and all that hangs on it. Throws `event_has_paid_tickets`. */
export async function removeEvent(tx: Tx, id: number): Promise<void> {
  await lockWithSales(tx, id);
  const paid = await tx
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', id)
    .where('paid', '=', true)
    .where('status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  if (paid) throw new ApiError('event_has_paid_tickets');
  await tx.deleteFrom('events').where('id', '=', id).execute();
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

/** A picture that cannot be removed now only takes room; the change that let go of it stands. */
export async function dropPicture(deps: Deps, address: string | null): Promise<void> {
  await removePicture(deps.storage, address).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'a picture that nothing shows any more could not be removed'),
  );
}

async function getTeamToCreateIn(db: Db, actor: Actor, asked: number | undefined): Promise<number> {
  const memberships = await listMemberships(db, actor.id);
  if (asked !== undefined) {
    const role = memberships.find((membership) => membership.team_id === asked)?.role;
    const team = await db.selectFrom('teams').select('id').where('id', '=', asked).executeTakeFirst();
    if (!team) throw new ApiError('team_not_found');
    if (!actor.isSiteAdmin && !isEditor(role)) throw new ApiError('forbidden');
    return asked;
  }
  const [only, ...others] = memberships;
  if (only && others.length === 0 && (actor.isSiteAdmin || isEditor(only.role))) return only.team_id;
  if (actor.isSiteAdmin || others.length > 0) throw fieldError('team_id', 'Team is required');
  throw new ApiError('forbidden', { msg: 'Only team admins and event managers can create events' });
}

async function findCategoryId(db: Db, name: string | null | undefined) {
  if (name === undefined) return {};
  if (!name) return { category_id: null };
  const category = await findCategory(db, name);
  if (!category) throw fieldError('category', `There is no category "${name}"`);
  return { category_id: category.id };
}

/** Text that was emptied is stored as nothing. */
function emptyToNull(fields: { description?: string | null; location?: string | null }) {
  return {
    ...(fields.description === '' && { description: null }),
    ...(fields.location === '' && { location: null }),
  };
}

function definedOnly<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function explainRefusedChange(error: unknown): never {
  if (violates(error, 'events_seats_within_capacity')) throw new ApiError('capacity_below_sold');
  if (violates(error, 'events_end_after_start'))
    throw fieldError('end_time', 'End time must be after start time');
  throw error;
}

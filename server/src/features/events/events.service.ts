import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/form.ts';
import type { Actor } from '../../http/session.ts';
import { readTime } from '../../zoned-time.ts';
import { findRole } from '../teams/teams.queries.ts';
import { listMemberships } from '../users/users.queries.ts';
import { isEditor, mayDo, type EventAction, type Standing } from './events.policy.ts';
import {
  findCategory,
  findEvent,
  hasPaidTickets,
  holdsPlace,
  type EventDetails,
  type EventRow,
} from './events.queries.ts';
import { recordEventChange } from './changes/audit.service.ts';
import { closeEventJob } from './changes/cancelling.jobs.ts';
import { recordNews } from './mails/news.service.ts';
import {
  assertNotOwnPicture,
  choosePicture,
  storePicture,
  tryRemovePicture,
} from './changes/pictures.service.ts';
import { choosePrivateKey, isKey, makePrivateKey, makeSearchText } from './events.rules.ts';
import { getTeamToCreateIn } from './changes/team.service.ts';

/** How a caller names an event: by its id and, if it is private and they are not of its team, its key. */
export interface EventAddress {
  id: number;
  key?: string;
}

/**
 * Gets the event if the caller may do `action` to it. Throws 404 if the caller may not know of the event, and 403 if
 * the caller may see it but not do `action`.
 */
export async function getEventFor(
  db: Db | Tx,
  actor: Actor | null,
  action: EventAction,
  address: EventAddress,
): Promise<EventDetails> {
  return (await getEventAndStanding(db, actor, action, address)).event;
}

/** Like `getEventFor`, and also returns what connects the caller with the event, for further checks of rights. */
async function getEventAndStanding(
  db: Db | Tx,
  actor: Actor | null,
  action: EventAction,
  { id, key }: EventAddress,
) {
  const event = await getEvent(db, id);
  const standing = await findStanding(db, actor, event, key);
  if (!mayDo('view', event, actor, standing)) throw new ApiError('event_not_found');
  if (!mayDo(action, event, actor, standing)) throw new ApiError('forbidden');
  return { event, standing };
}

async function findStanding(
  db: Db | Tx,
  actor: Actor | null,
  event: EventDetails,
  key?: string,
): Promise<Standing> {
  const role = actor && event.team_id ? await findRole(db, event.team_id, actor.id) : undefined;
  // Only a private event asks for an invitation, and the team does not need one.
  if (event.is_public || role !== undefined) return { role, isInvited: false };
  const isInvited =
    isKey(key, event.private_key) || (actor !== null && (await holdsPlace(db, event.id, actor.id)));
  return { role, isInvited };
}

async function getEvent(db: Db | Tx, id: number): Promise<EventDetails> {
  const event = await findEvent(db, id);
  if (!event) throw new ApiError('event_not_found');
  return event;
}

/** What the caller may do with the event. Screens use it to decide which buttons to show. */
export async function describePermissions(db: Db | Tx, actor: Actor, event: EventDetails) {
  const standing = await findStanding(db, actor, event);
  return {
    can_edit: mayDo('edit', event, actor, standing),
    can_delete: mayDo('delete', event, actor, standing),
    can_manage: mayDo('manage', event, actor, standing),
    can_issue: mayDo('issue', event, actor, standing),
    can_refund: mayDo('refund', event, actor, standing),
  };
}

/** Throws `forbidden` unless the caller may create events in at least one team. */
export async function assertMayCreate({ db }: Deps, actor: Actor): Promise<void> {
  const mayEdit = (await listMemberships(db, actor.id)).some(({ role }) => isEditor(role));
  if (mayEdit || actor.isSiteAdmin) return;
  throw new ApiError('forbidden', { msg: 'Only team admins and event managers can create events' });
}

type NewEvent = BodyOf<Endpoints['POST /events']>;

/**
 * Creates an event. Stores the picture before it chooses the team and checks the caller's role there. Callers who may
 * not create events in any team never get here with a picture, because the route refuses them first.
 */
export async function createEvent(
  deps: Deps,
  actor: Actor,
  { category, team_id, price, ...rest }: NewEvent,
  file: UploadedFile | null,
): Promise<EventDetails> {
  const { timeZone } = deps.config;
  const times = {
    start_time: readTime(rest.start_time, timeZone),
    end_time: readTime(rest.end_time, timeZone),
  };
  const fields = { ...rest, ...times };
  const picture = file && (await storePicture(deps.storage, file.data));
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const teamId = await getTeamToCreateIn(tx, actor, team_id);
      assertNotOwnPicture(fields.event_img_url);
      const values = { ...fields, ...(await readCategoryChange(tx, category)) };
      const { id } = await tx
        .insertInto('events')
        .values({
          ...values,
          ...emptyToNull(values),
          price_pence: price ?? 0,
          private_key: values.is_public === false ? makePrivateKey() : null,
          event_img_url: picture ?? values.event_img_url ?? null,
          team_id: teamId,
          created_by: actor.id,
          search_text: makeSearchText(values),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(rethrowRefusedChange);
      return getEvent(tx, id);
    });
  } catch (error) {
    if (picture) await tryRemovePicture(deps, picture);
    throw error;
  }
}

type EventChange = BodyOf<Endpoints['PATCH /events/:id']>;

/**
 * Changes the given fields. Stores a new picture first: the route has already checked that the caller may edit the
 * event. Removes the old picture after the commit.
 */
export async function updateEvent(
  deps: Deps,
  actor: Actor,
  id: number,
  change: EventChange,
  file: UploadedFile | null,
): Promise<EventDetails> {
  const picture = file && (await storePicture(deps.storage, file.data));
  const { before, after } = await deps.db
    .transaction()
    .execute((tx) => writeChange(deps, tx, actor, { id, change, picture }))
    .catch(async (error: unknown) => {
      if (picture) await tryRemovePicture(deps, picture);
      throw error;
    });
  if (after.event_img_url !== before.event_img_url) await tryRemovePicture(deps, before.event_img_url);
  return after;
}

/**
 * Locks the actor and then the event. Deleting a user locks in the same order, so the two cannot deadlock. The lock
 * on the actor keeps their row until the audit entry that refers to it is written. The lock on the event keeps its
 * other fields as they are, because the search text is built from all of them.
 */
async function writeChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, change, picture }: { id: number; change: EventChange; picture: string | null },
): Promise<{ before: EventDetails; after: EventDetails }> {
  const now = deps.clock.now();
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
  await tx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute();
  const { event: before, standing } = await getEventAndStanding(tx, actor, 'edit', { id });
  const values = await readChange(tx, change, deps.config.timeZone);
  if (!picture && Object.keys(definedOnly(values)).length === 0) {
    throw fieldError('', 'No valid fields to update');
  }
  if (values.team_id && values.team_id !== before.team_id) {
    if (!mayDo('move', before, actor, standing)) throw new ApiError('forbidden');
    await getTeamToCreateIn(tx, actor, values.team_id);
  }
  if (values.status === 'cancelled' && before.status !== 'cancelled') {
    const refusal = await findCancelRefusal(tx, before, mayDo('refund', before, actor, standing), now);
    if (refusal) throw refusal;
  }
  // Nobody can take a seat after this check: a registration waits for the lock on the event, then finds a draft and is
  // refused.
  if (values.status === 'draft' && before.status !== 'draft' && before.seats_taken > 0) {
    throw new ApiError('event_has_attendees');
  }
  await tx
    .updateTable('events')
    .set({
      ...values,
      ...choosePrivateKey(values.is_public, before),
      event_img_url: picture ?? choosePicture(values.event_img_url, before.event_img_url, deps.publicUrl),
      search_text: makeSearchText({ ...before, ...definedOnly(values) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
    .catch(rethrowRefusedChange);
  const after = await getEvent(tx, id);
  await recordEventChange(tx, actor, { before, after, now });
  await recordNews(tx, before, after, { by: actor.id, now });
  if (after.status === 'cancelled' && before.status !== 'cancelled') {
    await deps.jobs.enqueue(tx, closeEventJob, {});
  }
  return { before, after };
}

/** Converts a change from the shape of the API to the columns of the table. */
async function readChange(
  tx: Tx,
  { category, price, start_time, end_time, ...rest }: EventChange,
  timeZone: string,
): Promise<Updateable<Tables['events']>> {
  return {
    ...rest,
    ...(start_time && { start_time: readTime(start_time, timeZone) }),
    ...(end_time && { end_time: readTime(end_time, timeZone) }),
    ...emptyToNull(rest),
    ...(await readCategoryChange(tx, category)),
    ...(price !== undefined && { price_pence: price }),
  };
}

/**
 * Finds the reason why the caller, who may edit the event, cannot cancel it; null if they can. An event that has ended
 * cannot be cancelled. Once somebody has paid, the caller needs the right to refund, because cancelling refunds all
 * tickets.
 */
export async function findCancelRefusal(
  db: Db | Tx,
  event: EventRow,
  mayRefund: boolean,
  now: Date,
): Promise<ApiError | null> {
  if (event.end_time <= now) return new ApiError('event_ended');
  if (mayRefund || !(await hasPaidTickets(db, event.id))) return null;
  return new ApiError('forbidden', {
    msg: 'People have paid for this event: only a team admin can cancel it',
  });
}

async function readCategoryChange(db: Tx, name: string | null | undefined) {
  if (name === undefined) return {};
  if (!name) return { category_id: null };
  const category = await findCategory(db, name);
  if (!category) throw fieldError('category', `There is no category "${name}"`);
  return { category_id: category.id };
}

/** Stores an empty description or location as null. */
function emptyToNull(fields: { description?: string | null; location?: string | null }) {
  return {
    ...(fields.description === '' && { description: null }),
    ...(fields.location === '' && { location: null }),
  };
}

function definedOnly<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function rethrowRefusedChange(error: unknown): never {
  if (violates(error, 'events_seats_within_capacity')) throw new ApiError('capacity_below_sold');
  if (violates(error, 'events_team_fk')) throw new ApiError('team_not_found');
  if (violates(error, 'events_end_after_start'))
    throw fieldError('end_time', 'End time must be after start time');
  throw error;
}

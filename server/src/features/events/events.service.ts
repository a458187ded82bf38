import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/form.ts';
import { countPictureAddress } from '../../storage/keep-picture.ts';
import type { Actor } from '../../http/session.ts';
import { enqueuePictureRemoval, saveWithPicture } from '../../storage/saved-pictures.ts';
import { readTime } from '../../zoned-time.ts';
import { getEvent, getEventAndStanding } from './events.access.service.ts';
import { mayDo } from './events.policy.ts';
import { findCategory, hasPaidTickets, type EventDetails, type EventRow } from './events.queries.ts';
import { recordEventChange } from './changes/audit.service.ts';
import { closeEventJob } from './changes/cancelling.jobs.ts';
import { recordNews } from './mails/news.service.ts';
import {
  assertNotOwnPicture,
  choosePicture,
  enqueueEventPicture,
  pictureColumns,
} from './changes/pictures.service.ts';
import { choosePrivateKey, makePrivateKey, makeSearchText } from './events.rules.ts';
import { getTeamToCreateIn } from './changes/team.service.ts';
import {
  listInScope,
  lockChanged,
  nameRefused,
  pickForOther,
  type SeriesScope,
} from './series/scope.service.ts';
import { changeOnlyPrice, createFirstType } from './types/types.service.ts';

type NewEvent = BodyOf<Endpoints['POST /events']>;

/**
 * Stores the picture before checking the caller's role in the team. This is safe, because the route reads no picture
 * from callers who may not create events.
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
  await countPictureAddress(deps, actor, fields.event_img_url);
  return saveWithPicture(deps, 'events', file, async (tx, picture) => {
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
        ...pictureColumns(picture ?? values.event_img_url ?? null),
        team_id: teamId,
        created_by: actor.id,
        search_text: makeSearchText(values),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(rethrowRefusedChange);
    await createFirstType(tx, id, price ?? 0);
    const event = await getEvent(tx, id);
    await enqueueEventPicture(deps, tx, event);
    return event;
  });
}

type EventChange = BodyOf<Endpoints['PATCH /events/:id']>;

/**
 * A new picture is stored first, because the route has already checked that the caller may edit the event.
 */
export async function updateEvent(
  deps: Deps,
  actor: Actor,
  { id, scope }: { id: number; scope: SeriesScope },
  change: EventChange,
  file: UploadedFile | null,
): Promise<EventDetails> {
  await countPictureAddress(deps, actor, change.event_img_url);
  const { after } = await saveWithPicture(deps, 'events', file, (tx, picture) =>
    writeChanges(deps, tx, actor, { id, scope, change, picture }),
  );
  return after;
}

interface Changed {
  before: EventDetails;
  after: EventDetails;
}

/**
 * Changes the event and, if asked to, others of its series. Locks the actor, then the ticket types if the price changes,
 * and then the events. Sales and deletions of users lock in the same order, so that they cannot deadlock with this
 * change. The events are locked because their search text is built from all fields.
 */
async function writeChanges(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { scope, ...main }: { id: number; scope: SeriesScope; change: EventChange; picture: string | null },
): Promise<Changed> {
  const { timeZone } = deps.config;
  const { id, change } = main;
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
  const ids = await lockChanged(tx, { id, scope, changesPrice: change.price !== undefined });
  const changed = await writeChange(deps, tx, actor, main);
  const others = await listInScope(tx, ids, { event: changed.before, scope, now: deps.clock.now() });
  for (const other of others) {
    const same = pickForOther(change, changed, { other, timeZone });
    if (!same) continue;
    await writeChange(deps, tx, actor, { id: other.id, change: same, picture: null }).catch(
      (error: unknown) => {
        throw nameRefused(error, other, timeZone);
      },
    );
  }
  return changed;
}

/** The caller has locked the event. */
async function writeChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, change, picture }: { id: number; change: EventChange; picture: string | null },
): Promise<Changed> {
  const now = deps.clock.now();
  const { price, ...fields } = change;
  const { event: before, standing } = await getEventAndStanding(tx, actor, 'edit', { id });
  const values = await readChange(tx, fields, deps.config.timeZone);
  if (!picture && price === undefined && Object.keys(definedOnly(values)).length === 0) {
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
  // Nobody can take a seat after this check, because a registration waits for the lock on the event, then finds a
  // draft and is refused.
  if (values.status === 'draft' && before.status !== 'draft' && before.seats_taken > 0) {
    throw new ApiError('event_has_attendees');
  }
  const pictureChange = picture
    ? pictureColumns(picture)
    : choosePicture(values.event_img_url, before, deps.publicUrl);
  await tx
    .updateTable('events')
    .set({
      ...values,
      ...choosePrivateKey(values.is_public, before),
      // Leave the picture's address unchanged, because a client may have sent it in a different form, with a host in
      // front.
      event_img_url: undefined,
      ...pictureChange,
      // The point belongs to the picture, so a new picture begins with its middle.
      ...('event_img_url' in pictureChange && {
        picture_x: values.picture_x ?? 50,
        picture_y: values.picture_y ?? 50,
      }),
      search_text: makeSearchText({ ...before, ...definedOnly(values) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
    .catch(rethrowRefusedChange);
  if (price !== undefined) await changeOnlyPrice(tx, id, price ?? 0);
  const after = await getEvent(tx, id);
  if (after.event_img_url !== before.event_img_url) {
    await enqueueEventPicture(deps, tx, after);
    await enqueuePictureRemoval(deps, tx, before.event_img_url);
  }
  await recordEventChange(tx, actor, { before, after, now });
  await recordNews(tx, before, after, { by: actor.id, now });
  if (after.status === 'cancelled' && before.status !== 'cancelled') {
    await deps.jobs.enqueue(tx, closeEventJob, {});
  }
  return { before, after };
}

async function readChange(
  tx: Tx,
  { category, start_time, end_time, ...rest }: Omit<EventChange, 'price'>,
  timeZone: string,
): Promise<Updateable<Tables['events']>> {
  return {
    ...rest,
    ...(start_time && { start_time: readTime(start_time, timeZone) }),
    ...(end_time && { end_time: readTime(end_time, timeZone) }),
    ...emptyToNull(rest),
    ...(await readCategoryChange(tx, category)),
  };
}

/**
 * Finds the reason why an editor cannot cancel the event. An event that has ended cannot be cancelled. Once somebody
 * has paid, the editor needs the right to refund, because a cancellation refunds all tickets.
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

/** The texts of an event that may be empty. */
const optionalTexts = ['description', 'location', 'line_up', 'accessibility'] as const;

function emptyToNull(fields: Partial<Record<(typeof optionalTexts)[number], string | null>>) {
  const empty = optionalTexts.filter((name) => fields[name] === '');
  return Object.fromEntries(empty.map((name) => [name, null]));
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

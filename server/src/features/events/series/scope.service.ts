import type { BodyOf, QueryOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Tx } from '../../../db/connect.ts';
import { formatWhen } from '../../../mail/words.ts';
import { ApiError } from '../../../http/errors.ts';
import type { EventDetails } from '../events.queries.ts';
import { lockTypes } from '../types/types.service.ts';
import { changesTimeOfDay, findEnd, takeTimeOfDay } from './series.rules.ts';

type EventChange = BodyOf<Endpoints['PATCH /events/:id']>;
export type SeriesScope = NonNullable<QueryOf<Endpoints['PATCH /events/:id']>['apply_to']>;

/**
 * Locks what a change writes, in the order of sales: first the ticket types of all these events if their price changes,
 * then the events by id. Returns the ids of the other events of the series.
 */
export async function lockChanged(
  tx: Tx,
  { id, scope, changesPrice }: { id: number; scope: SeriesScope; changesPrice: boolean },
): Promise<number[]> {
  const others = scope === 'this' ? [] : await listOthers(tx, id);
  const ids = [id, ...others].toSorted((one, other) => one - other);
  if (changesPrice) for (const each of ids) await lockTypes(tx, each);
  await tx.selectFrom('events').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
  return others;
}

async function listOthers(tx: Tx, id: number): Promise<number[]> {
  const others = await tx
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', (event) => event.selectFrom('events').select('series_id').where('id', '=', id))
    .where('id', '!=', id)
    .execute();
  return others.map((other) => other.id);
}

interface Change {
  before: EventDetails;
  after: EventDetails;
}

/** Lists the events that a change of one of them is for. Events that have ended or were cancelled stay as they are. */
export function listInScope(
  tx: Tx,
  ids: readonly number[],
  { event, scope, now }: { event: EventDetails; scope: SeriesScope; now: Date },
) {
  if (ids.length === 0) return Promise.resolve([]);
  let query = tx
    .selectFrom('events')
    .select(['id', 'title', 'start_time', 'end_time'])
    .where('id', 'in', ids)
    .where('team_id', '=', event.team_id)
    .where('status', '!=', 'cancelled')
    .where('end_time', '>', now);
  if (scope === 'later') query = query.where('start_time', '>', event.start_time);
  return query.orderBy('id').execute();
}

type EventInScope = Awaited<ReturnType<typeof listInScope>>[number];

/** What the events of a series may share. The day, the status, who sees it, and the picture are each event's own. */
const sharedFields = [
  'title',
  'description',
  'location',
  'category',
  'event_type',
  'price',
  'max_attendees',
  'refund_days',
  'allows_transfers',
  'asks_for_names',
  'doors_minutes',
  'age_limit',
  'line_up',
  'accessibility',
] as const satisfies (keyof EventChange)[];

/** Picks what a change of one event means for another of its series. Null if it means nothing. */
export function pickForOther(
  wanted: EventChange,
  { before, after }: Change,
  { other, timeZone }: { other: EventInScope; timeZone: string },
): EventChange | null {
  const names = sharedFields.filter((name) => wanted[name] !== undefined);
  const change: EventChange = Object.fromEntries(names.map((name) => [name, wanted[name]]));
  if (changesTimeOfDay(before, after, timeZone)) {
    change.start_time = takeTimeOfDay(after.start_time, other.start_time, timeZone);
    change.end_time = findEnd(after, change.start_time, timeZone);
  }
  return Object.keys(change).length > 0 ? change : null;
}

/** Says which event of a series could not be changed, so that none was. */
export function nameRefused(error: unknown, other: EventInScope, timeZone: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const when = formatWhen(other.start_time, other.end_time, timeZone);
  const msg = `Nothing was saved, because of ${other.title}, ${when}: ${error.message}`;
  return new ApiError(error.code, { msg, cause: error });
}

import { maxInSeries } from '@foyer/contract/event-changes.ts';
import type { LocalTime } from '@foyer/contract/fields.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { readTime } from '../../../zoned-time.ts';
import { getTeamToCreateIn } from '../changes/team.service.ts';
import { getEventFor } from '../events.access.service.ts';
import { makePrivateKey } from '../events.rules.ts';
import { listOffers } from '../types/types.queries.ts';
import { lockTypes } from '../types/types.service.ts';
import { lockChanged } from './scope.service.ts';
import { lockSeries } from './series.queries.ts';
import { findEnd, moveAlong } from './series.rules.ts';

/**
 * Repeats an event at other times, with its ticket types. Every event is made, or none. The locks keep the event and its
 * series as they are until then.
 */
export async function repeatEvent(
  deps: Deps,
  actor: Actor,
  { id, starts }: { id: number; starts: readonly (Date | LocalTime)[] },
) {
  const { timeZone } = deps.config;
  const times = starts.map((start) => readTime(start, timeZone));
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
    await lockTypes(tx, id);
    // Two repeats of different events of a series must lock them in the same order.
    await lockChanged(tx, { id, scope: 'all', changesPrice: false });
    const { team_id, status } = await getEventFor(tx, actor, 'edit', { id });
    if (team_id === null) throw fieldError('', 'An event without a team cannot be repeated');
    await getTeamToCreateIn(tx, actor, team_id);
    if (status === 'cancelled') throw new ApiError('event_cancelled');
    return insertRepeats(tx, { id, createdBy: actor.id, times, timeZone });
  });
}

interface Wanted {
  times: readonly Date[];
  timeZone: string;
}

interface Repeats extends Wanted {
  id: number;
  createdBy: number;
}

/** Writes the events that repeat an event, with its ticket types. */
export async function insertRepeats(tx: Tx, { id, createdBy, times, timeZone }: Repeats) {
  const event = await beginSeries(tx, id);
  const present = await lockSeries(tx, event.series_id);
  assertNewTimes(times, present);
  const events = await insertCopies(tx, createdBy, event, { times, timeZone });
  await copyTypes(tx, id, { from: event.start_time, events, timeZone });
  return { series_id: event.series_id, events };
}

const copiedColumns = [
  'title',
  'description',
  'location',
  'category_id',
  'price_pence',
  'start_time',
  'end_time',
  'max_attendees',
  'status',
  'is_public',
  'event_type',
  'event_img_url',
  'picture_state',
  'picture_x',
  'picture_y',
  'team_id',
  'search_text',
  'refund_days',
  'allows_transfers',
  'asks_for_names',
  'doors_minutes',
  'age_limit',
  'line_up',
  'accessibility',
] as const;

/** Makes the event the first one of a series, unless it is in a series. */
async function beginSeries(tx: Tx, id: number) {
  const { series_id, ...event } = await tx
    .updateTable('events')
    .set({ series_id: sql<number>`coalesce(series_id, id)` })
    .where('id', '=', id)
    .returning([...copiedColumns, 'series_id'])
    .executeTakeFirstOrThrow();
  return { ...event, series_id: series_id ?? id };
}

type Template = Awaited<ReturnType<typeof beginSeries>>;

function assertNewTimes(times: readonly Date[], present: readonly { start_time: Date }[]): void {
  if (present.length + times.length > maxInSeries) throw new ApiError('series_too_long');
  const all = [...present.map(({ start_time }) => start_time), ...times].map((time) => time.getTime());
  if (new Set(all.slice(present.length)).size < times.length) {
    throw fieldError('starts', 'Each date can be chosen once');
  }
  if (new Set(all).size < all.length) {
    throw fieldError('starts', 'The series has an event at one of these times already');
  }
}

/** A private event has a key of its own, so that the link of one date opens no other. */
function insertCopies(tx: Tx, createdBy: number, event: Template, { times, timeZone }: Wanted) {
  const rows = times.map((start_time) => ({
    ...event,
    start_time,
    end_time: findEnd(event, start_time, timeZone),
    private_key: event.is_public ? null : makePrivateKey(),
    created_by: createdBy,
  }));
  return tx.insertInto('events').values(rows).returning(['id', 'title', 'start_time', 'end_time']).execute();
}

interface Copies {
  from: Date;
  events: readonly { id: number; start_time: Date }[];
  timeZone: string;
}

/** Sales windows move along. A sale that was stopped begins again, because nothing is sold yet. */
async function copyTypes(tx: Tx, eventId: number, { from, events, timeZone }: Copies): Promise<void> {
  const offers = await listOffers(tx, eventId, { withHidden: true });
  const rows = events.flatMap(({ id, start_time }) => {
    const move = (time: Date | null) => time && moveAlong(time, { from, to: start_time }, timeZone);
    return offers.map((offer) => ({
      event_id: id,
      name: offer.name,
      description: offer.description,
      price_pence: offer.price_pence,
      quantity: offer.quantity,
      sales_start: move(offer.sales_start),
      sales_end: move(offer.sales_end),
      min_per_order: offer.min_per_order,
      max_per_order: offer.max_per_order,
      max_per_buyer: offer.max_per_buyer,
      visibility: offer.visibility,
      position: offer.position,
    }));
  });
  if (rows.length > 0) await tx.insertInto('ticket_types').values(rows).execute();
}

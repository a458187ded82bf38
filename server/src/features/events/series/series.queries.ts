import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';
import { isListed } from '../events.lists.queries.ts';

/** How many other dates the page of an event shows. */
const shownDates = 12;

const selectOtherDates = prepare(
  (db, { seriesId, eventId, now }: { seriesId: number; eventId: number; now: Date }) =>
    db
      .selectFrom('events')
      .select(['events.id', 'events.title', 'events.start_time'])
      .where('events.series_id', '=', seriesId)
      .where(isListed)
      .where('events.id', '!=', eventId)
      .where('events.start_time', '>', now)
      .orderBy('events.start_time')
      .orderBy('events.id')
      .limit(sql.lit(shownDates)),
);

/** Lists the other published public events of a series that have not started, soonest first. */
export function listOtherDates(db: Db, event: { id: number; series_id: number | null }, now: Date) {
  if (event.series_id === null) return Promise.resolve([]);
  return selectOtherDates(db, { seriesId: event.series_id, eventId: event.id, now });
}

/** Lists the events of a series, and locks them in the order of their ids. Sales lock their event last, too. */
export function lockSeries(tx: Tx, seriesId: number) {
  return tx
    .selectFrom('events')
    .select(['id', 'start_time', 'end_time', 'status', 'team_id'])
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

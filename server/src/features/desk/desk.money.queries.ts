import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type EventMoney, isReceived, moneyOfEvent } from './desk.queries.ts';
import { findFirstMonth } from './desk.rules.ts';

/** Selects the events of a team that took money, or wait for money. */
function selectEventMoney(db: Db, teamId: number) {
  return db
    .selectFrom('events')
    .innerJoinLateral(moneyOfEvent.as('money'), (join) => join.onTrue())
    .select([
      'events.id',
      'events.title',
      'events.start_time',
      'events.status',
      'money.taken',
      'money.refunded',
      'money.disputed',
      'money.outstanding',
    ])
    .where('events.team_id', '=', teamId)
    .where((where) => where.or([where('money.taken', '>', 0), where('money.outstanding', '>', 0)]));
}

const selectLatest = (db: Db, teamId: number, limit: number) =>
  selectEventMoney(db, teamId).orderBy('events.start_time', 'desc').orderBy('events.id', 'desc').limit(limit);

/** Lists the money of a team's events, the latest events first. Events without money are left out. */
export function listEventMoney(db: Db, teamId: number, { limit, offset }: { limit: number; offset: number }) {
  return selectLatest(db, teamId, limit).offset(offset).execute();
}

interface Place {
  start_time: Date;
  id: number;
}

/**
 * Continues the list after an event, so that no event is left out or listed twice when others begin to take money
 * between two reads.
 */
export function listEventMoneyAfter(
  db: Db,
  teamId: number,
  { last, limit }: { last: Place | undefined; limit: number },
) {
  const list = selectLatest(db, teamId, limit);
  if (!last) return list.execute();
  return list
    .where(sql<boolean>`(events.start_time, events.id) < (${last.start_time}, ${last.id})`)
    .execute();
}

/** Adds up the money of all events of a team, and counts the events that have any. */
export async function readTotals(db: Db, teamId: number): Promise<{ events: number; totals: EventMoney }> {
  const { events, ...totals } = await db
    .selectFrom(selectEventMoney(db, teamId).as('money'))
    .select([
      sql<number>`count(*)`.as('events'),
      sql<number>`coalesce(sum(taken), 0)::bigint`.as('taken'),
      sql<number>`coalesce(sum(refunded), 0)::bigint`.as('refunded'),
      sql<number>`coalesce(sum(disputed), 0)::bigint`.as('disputed'),
      sql<number>`coalesce(sum(outstanding), 0)::bigint`.as('outstanding'),
    ])
    .executeTakeFirstOrThrow();
  return { events, totals };
}

interface Wanted {
  now: Date;
  timeZone: string;
  /** How many months the list has at most, with this month as the last. */
  months: number;
  /** Without a team, the money of the whole site, also of events that were deleted. */
  teamId?: number;
}

const eventsOf = (db: Db, teamId: number) =>
  db.selectFrom('events').select('id').where('team_id', '=', teamId);

function listTaken(db: Db, wanted: Wanted) {
  const { timeZone, teamId } = wanted;
  let query = db
    .selectFrom('payments')
    .select([
      sql<string>`to_char(payments.paid_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(payments.amount_pence)`.as('pence'),
    ])
    .where(isReceived)
    .where('payments.paid_at', '>=', findFirstMonth(wanted));
  if (teamId !== undefined) query = query.where('payments.event_id', 'in', eventsOf(db, teamId));
  return query.groupBy(sql`1`).execute();
}

function listRefunded(db: Db, wanted: Wanted) {
  const { timeZone, teamId } = wanted;
  let query = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      sql<string>`to_char(refunds.created_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(refunds.amount_pence)`.as('pence'),
    ])
    .where('refunds.status', '!=', 'failed')
    .where('refunds.created_at', '>=', findFirstMonth(wanted));
  if (teamId !== undefined) query = query.where('payments.event_id', 'in', eventsOf(db, teamId));
  return query.groupBy(sql`1`).execute();
}

/** Lists what was taken and refunded in each month, the latest first. A refund counts when it was asked for. */
export async function listMonths(db: Db, wanted: Wanted) {
  const [taken, refunded] = await Promise.all([listTaken(db, wanted), listRefunded(db, wanted)]);
  const months = [...new Set([...taken, ...refunded].map(({ month }) => month))].toSorted().toReversed();
  const find = (rows: typeof taken, month: string) => rows.find((row) => row.month === month)?.pence ?? 0;
  return months.map((month) => ({ month, taken: find(taken, month), refunded: find(refunded, month) }));
}

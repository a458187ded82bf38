import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type EventMoney, isReceived, moneyOfEvent } from './desk.queries.ts';

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

/** Lists the money of a team's events, the latest events first. Events without money are left out. */
export function listEventMoney(db: Db, teamId: number, { limit, offset }: { limit: number; offset: number }) {
  return selectEventMoney(db, teamId)
    .orderBy('events.start_time', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
    .offset(offset)
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

const mostMonths = 60;

interface Wanted {
  timeZone: string;
  /** Without a team, the money of the whole site, also of events that were deleted. */
  teamId?: number;
}

const eventsOf = (db: Db, teamId: number) =>
  db.selectFrom('events').select('id').where('team_id', '=', teamId);

function listTaken(db: Db, { timeZone, teamId }: Wanted) {
  let query = db
    .selectFrom('payments')
    .select([
      sql<string>`to_char(payments.paid_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(payments.amount_pence)`.as('pence'),
    ])
    .where(isReceived);
  if (teamId !== undefined) query = query.where('payments.event_id', 'in', eventsOf(db, teamId));
  return query
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(mostMonths)
    .execute();
}

function listRefunded(db: Db, { timeZone, teamId }: Wanted) {
  let query = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      sql<string>`to_char(refunds.created_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(refunds.amount_pence)`.as('pence'),
    ])
    .where('refunds.status', '!=', 'failed');
  if (teamId !== undefined) query = query.where('payments.event_id', 'in', eventsOf(db, teamId));
  return query
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(mostMonths)
    .execute();
}

/** Lists what was taken and refunded in each month, the latest first. A refund counts when it was asked for. */
export async function listMonths(db: Db, wanted: Wanted) {
  const [taken, refunded] = await Promise.all([listTaken(db, wanted), listRefunded(db, wanted)]);
  const months = [...new Set([...taken, ...refunded].map(({ month }) => month))].toSorted().toReversed();
  const find = (rows: typeof taken, month: string) => rows.find((row) => row.month === month)?.pence ?? 0;
  return months
    .slice(0, mostMonths)
    .map((month) => ({ month, taken: find(taken, month), refunded: find(refunded, month) }));
}

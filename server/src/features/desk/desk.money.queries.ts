import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { type EventMoney, isReceived, moneyOfEvent } from './desk.queries.ts';

/** Adds up all payments of a team, so it may take a while for a large team. */
const mayTakeLong = { mayTakeLong: true };

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

interface Page {
  limit: number;
  offset: number;
}

const selectPage = prepare(
  (db, { teamId, limit, offset }: Page & { teamId: number }) =>
    selectEventMoney(db, teamId)
      .orderBy('events.start_time', 'desc')
      .orderBy('events.id', 'desc')
      .limit(limit)
      .offset(offset),
  mayTakeLong,
);

/** Lists the money of a team's events, the latest events first. Events without money are left out. */
export function listEventMoney(db: Db, teamId: number, page: Page) {
  return selectPage(db, { teamId, ...page });
}

const selectTotals = prepare(
  (db, { teamId }: { teamId: number }) =>
    db
      .selectFrom(selectEventMoney(db, teamId).as('money'))
      .select([
        sql<number>`count(*)`.as('events'),
        sql<number>`coalesce(sum(taken), 0)::bigint`.as('taken'),
        sql<number>`coalesce(sum(refunded), 0)::bigint`.as('refunded'),
        sql<number>`coalesce(sum(disputed), 0)::bigint`.as('disputed'),
        sql<number>`coalesce(sum(outstanding), 0)::bigint`.as('outstanding'),
      ]),
  mayTakeLong,
);

/** Adds up the money of all events of a team, and counts the events that have any. */
export async function readTotals(db: Db, teamId: number): Promise<{ events: number; totals: EventMoney }> {
  const [{ events, ...totals } = { events: 0, taken: 0, refunded: 0, disputed: 0, outstanding: 0 }] =
    await selectTotals(db, { teamId });
  return { events, totals };
}

const mostMonths = 60;

interface Calendar {
  timeZone: string;
}

function selectTaken(db: Db, { timeZone }: Calendar) {
  return db
    .selectFrom('payments')
    .select([
      sql<string>`to_char(payments.paid_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(payments.amount_pence)`.as('pence'),
    ])
    .where(isReceived)
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(sql.lit(mostMonths));
}

function selectRefunded(db: Db, { timeZone }: Calendar) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      sql<string>`to_char(refunds.created_at at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
      sql<number>`sum(refunds.amount_pence)`.as('pence'),
    ])
    .where('refunds.status', '!=', 'failed')
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(sql.lit(mostMonths));
}

const isOfTeam = (teamId: number) =>
  sql<boolean>`payments.event_id in (select id from events where team_id = ${teamId})`;

type OfTeam = Calendar & { teamId: number };

const ofTeam = {
  taken: prepare((db, of: OfTeam) => selectTaken(db, of).where(isOfTeam(of.teamId)), mayTakeLong),
  refunded: prepare((db, of: OfTeam) => selectRefunded(db, of).where(isOfTeam(of.teamId)), mayTakeLong),
};

const ofSite = {
  taken: prepare(selectTaken, mayTakeLong),
  refunded: prepare(selectRefunded, mayTakeLong),
};

/** Lists what a team's events took and refunded in each month, the latest first. A refund counts when it was asked for. */
export async function listMonths(db: Db, of: OfTeam) {
  return joinMonths(await Promise.all([ofTeam.taken(db, of), ofTeam.refunded(db, of)]));
}

/** Lists what the whole site took and refunded in each month, also for events that were deleted. */
export async function listSiteMonths(db: Db, of: Calendar) {
  return joinMonths(await Promise.all([ofSite.taken(db, of), ofSite.refunded(db, of)]));
}

interface MonthSum {
  month: string;
  pence: number;
}

function joinMonths([taken, refunded]: [MonthSum[], MonthSum[]]) {
  const months = [...new Set([...taken, ...refunded].map(({ month }) => month))].toSorted().toReversed();
  const find = (rows: MonthSum[], wanted: string) => rows.find(({ month }) => month === wanted)?.pence ?? 0;
  return months
    .slice(0, mostMonths)
    .map((month) => ({ month, taken: find(taken, month), refunded: find(refunded, month) }));
}

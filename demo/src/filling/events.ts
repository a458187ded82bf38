import type { Tx } from '@foyer/server/db/connect.ts';
import { makePrivateKey, makeSearchText } from '@foyer/server/features/events/events.rules.ts';
import { insertRepeats } from '@foyer/server/features/events/series/series.service.ts';
import { computeTimeInZone } from '@foyer/server/zoned-time.ts';
import { sql } from 'kysely';
import {
  listRepeats,
  type DemoCode,
  type DemoEvent,
  type DemoTime,
  type DemoType,
} from '../world/world-event.ts';
import { getId, type Ids } from './ids.ts';

const minute = 60_000;

/** How many days ago all events were created. People ordered their tickets afterwards. */
const createdDaysAgo = 30;

export interface Today {
  now: Date;
  timeZone: string;
}

export interface Rows {
  users: Ids;
  teams: Ids;
  categories: Ids;
}

export interface InsertedEvent {
  event: DemoEvent;
  id: number;
  teamId: number;
  startsAt: Date;
}

/**
 * Inserts the rows of an event, its ticket types and its promo codes directly, because the server's services open
 * transactions of their own.
 */
export async function insertEvent(
  tx: Tx,
  event: DemoEvent,
  { users, teams, categories, today }: Rows & { today: Today },
): Promise<InsertedEvent> {
  const startsAt = computeTimeInZone(today, event.startsIn);
  const created_at = computeTimeInZone(today, {
    days: Math.min(0, event.startsIn.days) - createdDaysAgo,
    time: '10:00',
  });
  const teamId = getId(teams, event.team);
  const { id } = await tx
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      location: event.location,
      category_id: getId(categories, event.category),
      price_pence: findLowestPrice(event.ticketTypes),
      start_time: startsAt,
      end_time: new Date(startsAt.getTime() + event.durationMinutes * minute),
      max_attendees: event.maxAttendees,
      refund_days: event.refundDays ?? null,
      status: event.status,
      is_public: event.isPublic,
      private_key: event.isPublic ? null : makePrivateKey(),
      event_type: event.eventType,
      event_img_url: null,
      doors_minutes: event.doorsMinutes,
      age_limit: event.ageLimit,
      line_up: event.lineUp,
      accessibility: event.accessibility,
      team_id: teamId,
      created_by: getId(users, event.createdBy),
      search_text: makeSearchText(event),
      created_at,
      published_at: event.status === 'draft' ? null : created_at,
      listed_at: event.status !== 'draft' && event.isPublic ? created_at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const types = await insertTypes(tx, id, event.ticketTypes, today);
  for (const code of event.promoCodes ?? []) {
    await insertPromoCode(tx, code, { eventId: id, teamId, types, today, created_at });
  }
  return { event, id, teamId, startsAt };
}

/**
 * Inserts the later events of a series. The whole series was published a day before the other events, because lists of
 * new events would show little else.
 */
export async function insertRepeatsOf(
  tx: Tx,
  { event, id: firstId, teamId }: InsertedEvent,
  { users, today }: { users: Ids; today: Today },
): Promise<InsertedEvent[]> {
  const planned = listRepeats(event);
  if (planned.length === 0) return [];
  const times = planned.map(({ startsIn }) => computeTimeInZone(today, startsIn));
  const createdBy = getId(users, event.createdBy);
  const { events } = await insertRepeats(tx, { id: firstId, createdBy, times, timeZone: today.timeZone });
  await sql`
    update events set created_at = made.at, published_at = made.at, listed_at = made.at
    from (select created_at - interval '1 day' as at from events where id = ${firstId}) made
    where series_id = ${firstId}`.execute(tx);
  return planned.map((repeat, place) => {
    const { id, start_time } = events[place] ?? {};
    if (id === undefined || start_time === undefined) throw new Error(`${event.title} was not repeated`);
    return { event: repeat, id, teamId, startsAt: start_time };
  });
}

/** Gives each event and the rest of its series its picture. Both lists have the same order. */
export async function setPictures(
  tx: Tx,
  events: readonly InsertedEvent[],
  pictures: readonly string[],
): Promise<void> {
  const rows = pictures.map((address, place) => ({ id: events[place]?.id, address }));
  await sql`
    update events set event_img_url = drawn.address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as drawn (id bigint, address text)
    where coalesce(events.series_id, events.id) = drawn.id`.execute(tx);
}

/** The price that lists of events show: the lowest price of the types that everybody sees. */
function findLowestPrice(types: readonly DemoType[]): number {
  return Math.min(...types.filter(({ isHidden }) => !isHidden).map(({ pricePence }) => pricePence));
}

async function insertTypes(tx: Tx, eventId: number, types: readonly DemoType[], today: Today): Promise<Ids> {
  const rows = await tx
    .insertInto('ticket_types')
    .values(
      types.map((type, position) => ({
        event_id: eventId,
        name: type.name,
        description: type.description ?? null,
        price_pence: type.pricePence,
        quantity: type.quantity ?? null,
        sales_end: readTime(type.salesEnd, today),
        min_per_order: type.minPerOrder ?? 1,
        max_per_order: type.maxPerOrder ?? 10,
        max_per_buyer: type.maxPerBuyer ?? null,
        visibility: type.isHidden ? ('hidden' as const) : ('public' as const),
        position,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function insertPromoCode(
  tx: Tx,
  code: DemoCode,
  of: { eventId: number; teamId: number; types: Ids; today: Today; created_at: Date },
): Promise<void> {
  const { id } = await tx
    .insertInto('promo_codes')
    .values({
      team_id: code.isForAllEvents ? of.teamId : null,
      event_id: code.isForAllEvents ? null : of.eventId,
      code: code.code,
      kind: code.kind,
      percent: code.kind === 'percent' ? code.percent : null,
      amount_pence: code.kind === 'amount' ? code.amountPence : null,
      ends_at: readTime(code.endsIn, of.today),
      max_uses: code.maxUses ?? null,
      max_per_buyer: code.maxPerBuyer ?? null,
      created_at: of.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!code.types) return;
  const rows = code.types.map((name) => ({ promo_code_id: id, ticket_type_id: getId(of.types, name) }));
  await tx.insertInto('promo_code_types').values(rows).execute();
}

function readTime(time: DemoTime | undefined, today: Today): Date | null {
  return time ? computeTimeInZone(today, time) : null;
}

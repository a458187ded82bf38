import { sql } from 'kysely';
import type { TeamRole } from '@foyer/contract/fields.ts';
import type { PictureState } from '@foyer/contract/pictures.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { countRemaining } from './events.rules.ts';
import { areSalesPaused, hasHolds, highestPrice, placesLeftInTypes } from './events.sales.queries.ts';

export function selectEvents(db: Db | Tx) {
  return db
    .selectFrom('events')
    .leftJoin('categories', 'categories.id', 'events.category_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('users', 'users.id', 'events.created_by')
    .select([
      'events.id',
      'events.title',
      'events.description',
      'events.location',
      'categories.name as category',
      'events.price_pence',
      highestPrice.as('highest_price'),
      'events.start_time',
      'events.end_time',
      'events.max_attendees',
      'events.seats_taken',
      placesLeftInTypes.as('types_left'),
      hasHolds.as('has_holds'),
      areSalesPaused.as('sales_paused'),
      'events.event_img_url',
      'events.picture_x',
      'events.picture_y',
      'events.status',
      'events.is_public',
      'events.allows_transfers',
      'events.asks_for_names',
      'events.refund_days',
      'events.event_type',
      'events.team_id',
      'teams.name as team_name',
      'events.created_by',
      'users.username as creator_username',
      'events.calendar_sequence',
      'events.created_at',
      'events.updated_at',
    ]);
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

/** `now` decides whether the event is past. */
export function presentEvent(
  { price_pence, seats_taken, types_left, has_holds, ...row }: EventRow,
  now: Date,
) {
  const tickets_remaining = countRemaining({ ...row, seats_taken, types_left });
  return {
    ...row,
    price: price_pence,
    tickets_remaining,
    all_reserved: tickets_remaining === 0 && has_holds,
    attendee_count: seats_taken,
    is_past: row.end_time <= now,
  };
}

/** A single event, with fields that lists leave out. Only editors may read its key and the state of its picture. */
export type EventDetails = EventRow & {
  private_key: string | null;
  picture_state: PictureState | null;
  doors_minutes: number | null;
  age_limit: number | null;
  line_up: string | null;
  accessibility: string | null;
  team_picture_url: string | null;
  team_contact_email: string | null;
  series_id: number | null;
};

export function presentForEditor({ private_key, picture_state, ...row }: EventDetails, now: Date) {
  return { ...presentEvent(row, now), ...pickDetails(row), private_key, picture_state };
}

type Details = Pick<
  EventDetails,
  | 'doors_minutes'
  | 'age_limit'
  | 'line_up'
  | 'accessibility'
  | 'team_picture_url'
  | 'team_contact_email'
  | 'series_id'
>;

/** What visitors want to know before they come. Lists leave it out. */
export function pickDetails({
  doors_minutes,
  age_limit,
  line_up,
  accessibility,
  team_picture_url,
  team_contact_email,
  series_id,
}: Details): Details {
  return {
    doors_minutes,
    age_limit,
    line_up,
    accessibility,
    team_picture_url,
    team_contact_email,
    series_id,
  };
}

function selectEventDetails(db: Db | Tx, id: number) {
  return selectEvents(db)
    .select([
      'events.private_key',
      'events.picture_state',
      'events.doors_minutes',
      'events.age_limit',
      'events.line_up',
      'events.accessibility',
      'teams.picture_url as team_picture_url',
      'teams.contact_email as team_contact_email',
      'events.series_id',
    ])
    .where('events.id', '=', id);
}

const selectEvent = prepare((db, { id }: { id: number }) => selectEventDetails(db, id));

export async function findEvent(db: Db | Tx, id: number): Promise<EventDetails | undefined> {
  const [event] = await selectEvent(db, { id });
  return event;
}

const selectEventAndRole = prepare((db, { id, userId }: { id: number; userId: number }) =>
  selectEventDetails(db, id).select(
    sql<TeamRole | null>`(
      select role from team_members where team_members.team_id = events.team_id and user_id = ${userId}
    )`.as('role'),
  ),
);

/** Finds the event, and the role of a user in its team. */
export async function findEventAndRole(db: Db | Tx, id: number, userId: number) {
  const [found] = await selectEventAndRole(db, { id, userId });
  if (!found) return undefined;
  const { role, ...event } = found;
  return { event, role: role ?? undefined };
}

/** Whether visitors could see the event before it was deleted. */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const removed = await db
    .selectFrom('removed_events')
    .select('event_id')
    .where('event_id', '=', id)
    .executeTakeFirst();
  return removed !== undefined;
}

export async function holdsPlace(db: Db | Tx, eventId: number, userId: number): Promise<boolean> {
  const place = await db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select('tickets.id')
    .where('orders.event_id', '=', eventId)
    .where('orders.user_id', '=', userId)
    .where('tickets.status', 'in', ['held', 'valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  return place !== undefined;
}

/** A team that holds three events a day takes nine years to reach this limit. */
const maxPerTeam = 10_000;

/** Lists the events of a team except drafts, soonest first. `withHidden` adds private and cancelled events. */
export function listTeamEvents(db: Db, teamId: number, options: { withHidden: boolean }) {
  let query = selectEvents(db).where('events.team_id', '=', teamId).where('events.status', '!=', 'draft');
  if (!options.withHidden)
    query = query.where('events.status', '=', 'published').where('is_public', '=', true);
  return query.orderBy('events.start_time').orderBy('events.id').limit(maxPerTeam).execute();
}

export function listTeamDrafts(db: Db, teamIds: number[]): Promise<EventRow[]> {
  if (teamIds.length === 0) return Promise.resolve([]);
  return selectEvents(db)
    .where('events.team_id', 'in', teamIds)
    .where('events.status', '=', 'draft')
    .orderBy('events.start_time')
    .orderBy('events.id')
    .limit(maxPerTeam)
    .execute();
}

/** Whether the event has a paid ticket that is still valid or was used. */
export async function hasPaidTickets(db: Db | Tx, eventId: number): Promise<boolean> {
  const paid = await db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('payment_id', 'is not', null)
    .where('status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

const selectCategories = prepare((db) =>
  db.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(500),
);

export function listCategories(db: Db) {
  return selectCategories(db, {});
}

export function findCategory(db: Db | Tx, name: string) {
  return db.selectFrom('categories').select(['id', 'name']).where(isNamed(name)).executeTakeFirst();
}

/**
 * PostgreSQL converts the wanted name and the stored name to lower case, because JavaScript converts some letters
 * differently.
 */
export function isNamed(name: string) {
  return sql<boolean>`lower(categories.name) = lower(${name})`;
}

export async function countCheckedIn(db: Db, eventId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'used')
    .executeTakeFirstOrThrow();
  return count;
}

import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { publicPicture } from '../../mail/mail-picture.ts';

const pageSize = 200;

/** A ticket that counts. A paid ticket of a cancelled event was refunded, and its holder must still be reached. */
const isAddressed = sql<boolean>`(
  tickets.status in ('valid', 'used')
  or events.status = 'cancelled' and tickets.status = 'refunded' and exists (
    select from refund_tickets join refunds on refunds.id = refund_tickets.refund_id
    where refund_tickets.ticket_id = tickets.id and refunds.reason = 'event_cancelled'
  )
)`;

/**
 * Selects who can be reached for each ticket: the buyer, unless the ticket was given away, and the attendee if Foyer
 * mailed the ticket to an address of their own. They also get the news about the event.
 * @param where limits the rows of `tickets`
 */
function selectReachable(where: RawBuilder<unknown>) {
  return sql`(
    select orders.id as order_id, null::bigint as ticket_id, coalesce(buyers.email, orders.buyer_email) as email,
      tickets.ticket_type_id as type_id, tickets.status = 'valid' as is_awaited, orders.made_by,
      buyers.id is not null and buyers.email_verified_at is null as is_unverified
    from tickets join events on events.id = tickets.event_id join orders on orders.id = tickets.order_id
      left join users buyers on buyers.id = orders.user_id
    where ${where} and ${isAddressed} and tickets.transferred_at is null
      and (orders.user_id is not null or orders.buyer_email is not null)
    union all
    select orders.id, tickets.id, tickets.attendee_email, tickets.ticket_type_id, tickets.status = 'valid', orders.made_by,
      false
    from tickets join events on events.id = tickets.event_id join orders on orders.id = tickets.order_id
    where ${where} and ${isAddressed} and tickets.attendee_email is not null and not orders.is_single
      and (
        tickets.transferred_at is not null
        or lower(tickets.attendee_email) <> lower(orders.buyer_email)
          and (orders.user_id is not null or tickets.payment_id is not null)
      )
  )`;
}

/** Whether a row of `reachable` is part of the audience of the message. */
const isInAudience = sql<boolean>`(
  (messages.ticket_type_id is null or reachable.type_id = messages.ticket_type_id)
  and (messages.audience <> 'not_in' or reachable.is_awaited)
  and (messages.audience <> 'came' or not reachable.is_awaited)
)`;

const ofEvent = (eventId: number) => sql`tickets.event_id = ${eventId}`;

export interface AudienceCounts {
  all: number;
  not_in: number;
  /** How many of them get their mails only after they verify their address. */
  unverified: { all: number; not_in: number };
  ticket_types: { id: number; name: string; recipients: number; unverified: number }[];
}

/** Counts the recipients of each audience. Ticket types that ended are listed only while they have some. */
export async function countAudiences(db: Db | Tx, eventId: number): Promise<AudienceCounts> {
  const { rows } = await sql<AudienceCounts>`
    with reachable as materialized (select * from ${selectReachable(ofEvent(eventId))} reachable)
    select count(distinct lower(email))::integer as "all",
      (count(distinct lower(email)) filter (where is_awaited))::integer as not_in,
      json_build_object(
        'all', count(distinct lower(email)) filter (where is_unverified),
        'not_in', count(distinct lower(email)) filter (where is_unverified and is_awaited)
      ) as unverified,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'recipients', recipients, 'unverified', unverified
        ) order by position, id), '[]')
        from ticket_types cross join lateral (
          select count(distinct lower(email)) as recipients,
            count(distinct lower(email)) filter (where is_unverified) as unverified
          from reachable where reachable.type_id = ticket_types.id
        ) counted
        where event_id = ${eventId} and (recipients > 0 or archived_at is null)
      ) as ticket_types
    from reachable`.execute(db);
  return rows[0] ?? { all: 0, not_in: 0, unverified: { all: 0, not_in: 0 }, ticket_types: [] };
}

/**
 * Lists the recipients of a message: each email address once, through an order of its own rather than a ticket that
 * somebody gave.
 */
export async function listRecipients(tx: Tx, message: { id: number; event_id: number }) {
  const { rows } = await sql<{ message_id: number; order_id: number; ticket_id: number | null }>`
    select distinct on (lower(reachable.email)) messages.id as message_id, reachable.order_id, reachable.ticket_id
    from messages cross join ${selectReachable(ofEvent(message.event_id))} reachable
    where messages.id = ${message.id} and ${isInAudience}
    order by lower(reachable.email), reachable.ticket_id nulls first, reachable.made_by nulls first,
      reachable.order_id`.execute(tx);
  return rows;
}

/** Finds and locks one page of the recipients who have no job yet. */
export function lockNewRecipients(tx: Tx, messageId: number) {
  return tx
    .selectFrom('message_readers')
    .select('id')
    .where('message_id', '=', messageId)
    .where('state', '=', 'new')
    .orderBy('id')
    .limit(pageSize)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Finds a recipient and the message, as both are now. Returns undefined if the event was deleted. */
export function findRecipient(db: Db, readerId: number) {
  return joinRecipient(db)
    .select((select) => [
      ...wordColumns,
      ...eventColumns,
      ...recipientColumns,
      'recipients.id',
      'recipients.ticket_id',
      select.fn.coalesce('buyers.email', 'orders.buyer_email').as('buyer_email'),
      sql<boolean>`exists (
        select from tickets where tickets.order_id = orders.id and tickets.payment_id is not null
      )`.as('has_paid'),
      sql<boolean>`exists (
        select from ${selectReachable(sql`tickets.order_id = recipients.order_id`)} reachable
        where reachable.ticket_id is not distinct from recipients.ticket_id and ${isInAudience}
      )`.as('is_addressed'),
    ])
    .where('recipients.id', '=', readerId)
    .executeTakeFirst();
}

const wordColumns = [
  'messages.kind',
  'messages.sender_id',
  'messages.subject',
  'messages.text',
  'messages.takes_replies',
  'senders.email as sender_email',
  'senders.name as sender_name',
  'senders.username as sender_username',
] as const;

const eventColumns = [
  'events.id as event_id',
  'events.private_key as event_key',
  'events.title as event_title',
  'events.status as event_status',
  'events.start_time',
  'events.end_time',
  'events.doors_minutes',
  'events.location',
  'events.team_id',
  'teams.name as team_name',
  publicPicture.as('event_picture'),
] as const;

const recipientColumns = [
  'orders.id as order_id',
  'orders.number',
  'orders.key_salt',
  'orders.user_id',
  'orders.buyer_name',
  'orders.channel',
  'orders.made_by',
  'held.attendee_email',
  'held.transferred_at',
  'ticket_transfers.key_salt as holder_salt',
  'holders.id as holder_id',
  'holders.email as holder_account_email',
] as const;

function joinRecipient(db: Db) {
  return (
    db
      .selectFrom('message_readers as recipients')
      .innerJoin('messages', 'messages.id', 'recipients.message_id')
      .innerJoin('events', 'events.id', 'messages.event_id')
      .innerJoin('orders', 'orders.id', 'recipients.order_id')
      .leftJoin('teams', 'teams.id', 'events.team_id')
      // Answers must not go to an address that the sender has typed but not verified.
      .leftJoin('users as senders', (join) =>
        join.onRef('senders.id', '=', 'messages.sender_id').on('senders.email_verified_at', 'is not', null),
      )
      .leftJoin('users as buyers', 'buyers.id', 'orders.user_id')
      .leftJoin('tickets as held', 'held.id', 'recipients.ticket_id')
      .leftJoin('ticket_transfers', 'ticket_transfers.ticket_id', 'held.id')
      // An account with an unverified address may belong to somebody else.
      .leftJoin('users as holders', (join) =>
        join
          .on((on) => on(on.fn('lower', ['holders.email']), '=', on.fn('lower', ['held.attendee_email'])))
          .on('holders.email_verified_at', 'is not', null),
      )
  );
}

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

import { sql, type ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { hashAddress } from '../../mail/mail-stops.ts';
import { isFor } from '../teams/invitations/invitations.queries.ts';
import { selectFirstTicket } from '../payments/payments.queries.ts';
import type { IssuedStatus } from '../tickets/tickets.queries.ts';

/** No person has this many rows. The limit keeps a single request from reading without end. */
export const maxRows = 10_000;

export function findProfile(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'name',
      'email',
      'email_verified_at',
      'profile_image_url',
      'is_site_admin',
      'must_change_password',
      'created_at',
      'updated_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export function listTeamsOf(db: Db, userId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_id', 'teams.name as team_name', 'role', 'team_members.created_at as joined_at'])
    .where('user_id', '=', userId)
    .orderBy('team_members.id')
    .limit(maxRows)
    .execute();
}

/** Lists the invitations that the user sent, got or answered, without naming other people. */
export function listInvitationsOf(db: Db, userId: number) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('teams', 'teams.id', 'team_invitations.team_id')
    .select([
      'team_id',
      'teams.name as team_name',
      'role',
      'state',
      sql<boolean>`invited_by = ${userId}`.as('sent_by_you'),
      'team_invitations.created_at',
      'expires_at',
      'ended_at',
    ])
    .where((where) =>
      where.or([isFor(userId), where('invited_by', '=', userId), where('answered_by', '=', userId)]),
    )
    .orderBy('team_invitations.id')
    .limit(maxRows)
    .execute();
}

export function listRegistrationsOf(db: Db, userId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .select([
      'orders.id',
      'event_id',
      'events.title as event_title',
      'events.start_time',
      sql<'registered' | 'cancelled' | 'expired'>`case
        when orders.status in ('held', 'confirmed') then 'registered' else orders.status end`.as('status'),
      'placed_at as registration_time',
      'hold_expires_at',
      sql<boolean>`orders.made_by is not null`.as('made_by_somebody_else'),
    ])
    .where('user_id', '=', userId)
    .orderBy('orders.id')
    .limit(maxRows)
    .execute();
}

export function listTicketsOf(db: Db, userId: number) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select([
      'tickets.id',
      'tickets.event_id',
      'events.title as event_title',
      'tickets.order_id as registration_id',
      'ticket_code',
      'short_code',
      sql<IssuedStatus>`tickets.status`.as('status'),
      sql<boolean>`tickets.payment_id is not null`.as('paid'),
      'tickets.price_pence as price',
      'issued_at',
      'used_at',
    ])
    .where('orders.user_id', '=', userId)
    .where('ticket_code', 'is not', null)
    .where('tickets.transferred_at', 'is', null)
    .$narrowType<{ ticket_code: string; short_code: string; issued_at: Date }>()
    .orderBy('tickets.id')
    .limit(maxRows)
    .execute();
}

/** Selects the reason of a payment's newest refund that has not failed. It is null for a payment without refunds. */
function selectRefundReason(select: ExpressionBuilder<Tables, 'payments'>) {
  return select
    .selectFrom('refunds')
    .select('refunds.reason')
    .whereRef('refunds.payment_id', '=', 'payments.id')
    .where('refunds.status', '<>', 'failed')
    .orderBy('refunds.id', 'desc')
    .limit(1);
}

export function listPaymentsOf(db: Db, userId: number) {
  return db
    .selectFrom('payments')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select((select) => [
      'payments.id',
      'event_id',
      'events.title as event_title',
      selectFirstTicket(select).as('ticket_id'),
      'payments.status',
      'amount_pence as amount',
      'currency',
      'payments.created_at',
      'paid_at',
      'amount_refunded_pence as amount_refunded',
      'refunded_at',
      selectRefundReason(select).as('refund_reason'),
      'amount_disputed_pence as amount_disputed',
      'disputed_at',
      'provider_session_id',
      'payment_intent_id',
    ])
    .where('user_id', '=', userId)
    .orderBy('payments.id')
    .limit(maxRows)
    .execute();
}

export function findPaymentCustomer(db: Db, userId: number) {
  return db
    .selectFrom('payment_customers')
    .select(['email', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function listSessionsOf(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_used_at', 'password_confirmed_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
}

export function listDevicesOf(db: Db, userId: number) {
  return db
    .selectFrom('known_devices')
    .select('last_used_at')
    .where('user_id', '=', userId)
    .orderBy('last_used_at')
    .limit(maxRows)
    .execute();
}

export function listMailedLinksOf(db: Db, userId: number) {
  return db
    .selectFrom('account_links')
    .select(['purpose', 'email', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
}

export function listFollowsOf(db: Db, email: string) {
  return db
    .selectFrom('team_followers')
    .innerJoin('teams', 'teams.id', 'team_followers.team_id')
    .select(['team_id', 'teams.name as team_name', 'asked_at', 'confirmed_at'])
    .where('address_hash', '=', hashAddress(email))
    .orderBy('team_followers.id')
    .limit(maxRows)
    .execute();
}

export function listMailsTo(db: Db, userId: number) {
  return db
    .selectFrom('sent_mails')
    .select(['fact', 'noted_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('noted_at')
    .limit(maxRows)
    .execute();
}

export function listMailsWaitingFor(db: Db, userId: number) {
  return db
    .selectFrom('held_mails')
    .select(['fact', 'held_at'])
    .where('waits_for_user_id', '=', userId)
    .orderBy('held_at')
    .limit(maxRows)
    .execute();
}

export function listStopsOf(db: Db, email: string) {
  return db
    .selectFrom('mail_stops')
    .select(['scope', 'object_id', 'stopped_at'])
    .where('address_hash', '=', hashAddress(email))
    .orderBy('stopped_at')
    .limit(maxRows)
    .execute();
}

export function findSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('two_factors')
    .leftJoin('recovery_codes', 'recovery_codes.user_id', 'two_factors.user_id')
    .select(({ fn }) => [
      'created_at',
      'confirmed_at',
      fn.count<number>('recovery_codes.code_hash').as('recovery_codes_left'),
    ])
    .where('two_factors.user_id', '=', userId)
    .groupBy('two_factors.user_id')
    .executeTakeFirst();
}

export function listAuditOf(db: Db, userId: number) {
  return db
    .selectFrom('audit_entries')
    .select([
      'id',
      'happened_at',
      sql<boolean>`coalesce(actor_id = ${userId}, false)`.as('by_you'),
      'action',
      'object_type',
      'object_id',
      'event_id',
      'details',
    ])
    .where((where) =>
      where.or([
        where('actor_id', '=', userId),
        where.and([where('object_type', '=', 'user'), where('object_id', '=', userId)]),
        sql<boolean>`details ->> 'user_id' = ${String(userId)}`,
      ]),
    )
    .orderBy('id')
    .limit(maxRows)
    .execute();
}

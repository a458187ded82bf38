import { z } from 'zod';
import { out } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { event } from './events.ts';
import {
  fullListQuery,
  idParams,
  moneyOut,
  pageQuery,
  withExample,
  sortedListQuery,
  success,
  timeOut,
} from './fields.ts';
import { currency, paymentId } from './payments.ts';
import { refund } from './sales/refunds.ts';
import { team } from './teams.ts';
import { user } from './users.ts';

export const setSiteAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: 'admin',
  summary: 'Make a user a site administrator, or take that away; it takes effect with their next call',
  params: idParams,
  body: z.object({ is_site_admin: z.boolean() }),
  answers: { 200: z.object({ status: success, data: user }) },
  refuses: ['user_not_found', 'last_site_admin', 'password_confirmation_required'],
});

export const getDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'admin',
  summary: 'All users, teams and events with their totals, or one page of each',
  query: fullListQuery,
  answers: {
    200: z.object({
      status: success,
      data: z.object({
        users: z.array(user),
        teams: z.array(team),
        events: z.array(event),
        draft_events: z.array(event),
        total_users: out.count,
        total_teams: out.count,
        total_team_members: out.count,
        total_events: out.count,
      }),
    }),
  },
});

export const listAdminEvents = endpoint({
  method: 'GET',
  path: '/admin/events',
  access: 'admin',
  summary: 'Events of every status, newest first or sorted; `q` searches title, description and location',
  query: z.object({
    ...sortedListQuery(['id', 'title', 'team_name', 'start_time', 'status', 'creator_username']).shape,
    ...pageQuery,
  }),
  answers: {
    200: z.object({
      events: z.array(event),
      total_events: withExample(z.int(), 1, 'A search counts at most 10,000 matches'),
      total_pages: out.count,
    }),
  },
});

/** The state of one part of the system. `notice`: the part works, but an administrator should do something about it. */
export const systemState = z.enum(['ok', 'notice', 'broken']);

export const getSystem = endpoint({
  method: 'GET',
  path: '/admin/system',
  access: 'admin',
  summary: 'Test every part that Foyer depends on, and say what to do about problems',
  answers: {
    200: z.object({
      checked_at: timeOut,
      checks: z.array(
        z.object({
          part: z.enum(['database', 'mail', 'payments', 'webhook', 'storage', 'jobs', 'data', 'version']),
          state: withExample(systemState, 'broken'),
          says: withExample(z.string(), 'The mail server at mail.example.org does not answer.'),
          todo: withExample(
            z.string().nullable(),
            'Check SMTP_URL, and check that the mail server accepts connections from Foyer.',
          ),
        }),
      ),
    }),
  },
});

export const auditAction = z.enum([
  'payment.paid',
  'payment.refund_started',
  'payment.refunded',
  'payment.refund_failed',
  'payment.partly_refunded',
  'payment.disputed',
  'payment.dispute_closed',
  'ticket.given',
  'ticket.checked_in',
  'ticket.check_in_undone',
  'ticket.cancelled',
  'ticket.refunded',
  'ticket.deleted',
  'door_link.created',
  'door_link.revoked',
  'order.cancelled',
  'order.claimed',
  'order.link_renewed',
  'registration.made',
  'registration.cancelled',
  'event.tickets_given',
  'event.cancelled',
  'event.capacity_changed',
  'event.on_again',
  'event.price_changed',
  'event.refund_days_changed',
  'event.ticket_type_added',
  'event.ticket_type_changed',
  'event.ticket_type_removed',
  'promo_code.created',
  'promo_code.changed',
  'promo_code.ended',
  'promo_code.reopened',
  'event.moved',
  'event.deleted',
  'event.message_sent',
  'event.automatic_mail_changed',
  'team.changed',
  'team.deleted',
  'team.member_invited',
  'team.invitation_resent',
  'team.invitation_withdrawn',
  'team.invitation_declined',
  'team.member_added',
  'team.role_changed',
  'team.member_removed',
  'user.created',
  'user.changed',
  'user.deleted',
  'user.promoted',
  'user.demoted',
  'user.two_factor_removed',
  'user.recovery_code_used',
  'user.second_factor_guessed',
  'user.exported',
]);
export type AuditAction = z.output<typeof auditAction>;

export const auditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditDetails = z.output<typeof auditDetails>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  summary:
    'The audit log of money and administrative actions, newest first; `q` searches names, event titles and actions',
  query: z.object({ ...pageQuery, q: fullListQuery.shape.q }),
  answers: {
    200: z.object({
      entries: z.array(
        z.object({
          id: withExample(z.int(), 1024),
          happened_at: timeOut,
          actor_id: withExample(
            z.int().nullable(),
            7,
            'Null when Foyer or the payment provider acted on its own, and when the user is deleted',
          ),
          actor_name: withExample(z.string().nullable(), 'mara.ellis', 'Null when the user is deleted'),
          action: auditAction,
          object_type: withExample(z.string(), 'payment'),
          object_id: withExample(z.int(), 385),
          object_name: withExample(
            z.string().nullable(),
            null,
            'The name of a user or a team that is not deleted',
          ),
          event_id: out.eventId.nullable(),
          event_title: out.eventTitle
            .nullable()
            .meta({ description: 'Null without an event, and when the event is deleted' }),
          details: withExample(auditDetails, { amount_pence: 1250 }, 'Amounts are in pence'),
        }),
      ),
      total_entries: withExample(z.int(), 1, 'A search counts at most 10,000 matches'),
      total_pages: out.count,
    }),
  },
});

const webhook = z.object({
  id: withExample(z.string(), 'evt_1A2b3C4d5E'),
  type: withExample(z.string(), 'checkout.session.completed'),
  object_id: withExample(z.string().nullable(), 'cs_live_a1B2c3D4e5F6'),
  received_at: timeOut,
  processed_at: timeOut.nullable(),
  attempts: out.count,
  error: withExample(z.string().nullable(), null, 'Why the last attempt failed'),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/admin/webhooks',
  access: 'admin',
  summary: 'Webhooks from the payment provider, newest first, or only those that could not be processed yet',
  query: z.object({
    ...pageQuery,
    only: z.enum(['failed'], { error: 'only can be failed, or left out' }).optional(),
  }),
  answers: {
    200: z.object({ webhooks: z.array(webhook), total_webhooks: out.count, total_pages: out.count }),
  },
});

export const retryWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:webhookId/retry',
  access: 'admin',
  summary: 'Process a webhook again now; its `error` says why if that fails',
  params: z.object({
    webhookId: withExample(
      z.string().regex(/^evt_[A-Za-z0-9_]{4,250}$/, { error: 'This is not the id of a webhook' }),
      'evt_1A2b3C4d5E',
    ),
  }),
  answers: { 200: z.object({ status: success, webhook }) },
  refuses: ['webhook_not_found'],
});

const book = z.object({ charged: moneyOut, refunded: moneyOut, disputed: moneyOut });

const comparedPayment = z.object({
  id: paymentId,
  event_id: out.eventId.nullable(),
  event_title: out.eventTitle.nullable(),
  user_id: out.userId.nullable(),
  username: out.username.nullable(),
  ticket_id: out.ticketId.nullable(),
  status: z.enum(['starting', 'open', 'paid', 'expired', 'refund_pending', 'refunded', 'charged_back']),
  amount: moneyOut,
  currency,
  created_at: timeOut,
  paid_at: timeOut.nullable(),
  ledger: book,
  provider: book.nullable().meta({ description: 'Null when the provider does not know the payment' }),
  differs: withExample(z.boolean(), false),
  refunds: z.array(refund),
  refund_failing: out.refundFailing,
});

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  access: 'admin',
  summary:
    'Our ledger beside what the payment provider reports now: payments that differ first, then the newest; or only those that differ',
  query: z.object({
    ...pageQuery,
    only: z.enum(['differences'], { error: 'only can be differences, or left out' }).optional().meta({
      description:
        'Payments that differed when they were last compared. Foyer compares a payment within a day of a change at the provider, whenever a list shows it, and when it is reconciled. Payments that agree again are left out, so a page can be shorter.',
    }),
  }),
  answers: {
    200: z.object({
      payments: z.array(comparedPayment),
      total_payments: out.count,
      total_pages: out.count,
    }),
  },
  refuses: ['payments_unavailable'],
});

export const reconcilePayment = endpoint({
  method: 'POST',
  path: '/admin/payments/:id/reconcile',
  access: 'admin',
  summary: 'Update a payment to what the payment provider reports now',
  params: idParams,
  answers: { 200: z.object({ status: success, payment: comparedPayment }) },
  refuses: ['payment_not_found', 'payments_unavailable'],
});

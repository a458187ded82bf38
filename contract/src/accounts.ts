import { z } from 'zod';
import { automaticKind } from './sales/messages.ts';
import { refund } from './sales/refunds.ts';
import { auditDetails, auditAction } from './admin.ts';
import { out } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { eventStatus } from './events.ts';
import { idParams, moneyOut, teamRole, timeOut, withExample } from './fields.ts';
import { currency, paymentId } from './payments.ts';
import { registrationStatus } from './registrations.ts';
import { ticketStatus } from './tickets.ts';

const profile = z.object({
  id: out.userId,
  username: out.username,
  name: withExample(z.string().nullable(), 'Mara Ellis'),
  email: out.email,
  email_verified_at: timeOut.nullable(),
  profile_image_url: out.profileImage,
  is_site_admin: z.boolean(),
  must_change_password: z.boolean(),
  created_at: timeOut,
  updated_at: timeOut,
});

const place = z.object({
  id: out.registrationId,
  event_id: out.eventId,
  event_title: out.eventTitle,
  start_time: out.startTime,
  status: registrationStatus,
  registration_time: timeOut,
  hold_expires_at: timeOut.nullable(),
  made_by_somebody_else: withExample(z.boolean(), false, 'Whether the team of the event made it'),
});

const ownTicket = z.object({
  id: out.ticketId,
  event_id: out.eventId,
  event_title: out.eventTitle,
  registration_id: out.registrationId,
  ticket_code: out.ticketCode,
  short_code: out.shortCode,
  status: ticketStatus,
  paid: z.boolean(),
  price: moneyOut,
  issued_at: timeOut,
  used_at: timeOut.nullable(),
});

const ownPayment = z.object({
  id: paymentId,
  event_id: out.eventId.nullable(),
  event_title: out.eventTitle.nullable(),
  ticket_id: out.ticketId.nullable(),
  status: z.enum(['starting', 'open', 'paid', 'expired', 'refund_pending', 'refunded', 'charged_back']),
  amount: moneyOut,
  currency,
  created_at: timeOut,
  paid_at: timeOut.nullable(),
  amount_refunded: moneyOut,
  refunded_at: timeOut.nullable(),
  refund_reason: withExample(z.string().nullable(), null),
  amount_disputed: moneyOut,
  disputed_at: timeOut.nullable(),
  provider_session_id: withExample(z.string().nullable(), 'cs_live_a1B2c3D4e5F6'),
  payment_intent_id: withExample(z.string().nullable(), 'pi_3A1b2C3d4E'),
});

const fact = withExample(z.string(), 'ticket:640', 'What the mail was about');

/** All data that Foyer keeps about a person, except secrets such as the hashes of passwords and tokens. */
const accountExport = z
  .object({
    exported_at: timeOut,
    profile,
    teams: z.array(
      z.object({ team_id: out.teamId, team_name: out.teamName, role: teamRole, joined_at: timeOut }),
    ),
    team_invitations: z.array(
      z.object({
        team_id: out.teamId,
        team_name: out.teamName,
        role: teamRole,
        state: withExample(z.string(), 'open', 'Open, accepted, declined or withdrawn'),
        sent_by_you: withExample(
          z.boolean(),
          false,
          'Whether you invited somebody. Otherwise you are invited',
        ),
        created_at: timeOut,
        expires_at: timeOut,
        ended_at: timeOut.nullable(),
      }),
    ),
    registrations: z.array(place),
    tickets: z.array(ownTicket),
    payments: z.array(ownPayment),
    refunds: z.array(refund),
    payment_customer: z
      .object({ email: out.email, provider_customer_id: withExample(z.string().nullable(), 'cus_A1b2C3d4E') })
      .nullable()
      .meta({ description: 'Under which name the payment provider keeps your cards' }),
    followed_teams: z
      .array(
        z.object({
          team_id: out.teamId,
          team_name: out.teamName,
          asked_at: timeOut,
          confirmed_at: timeOut.nullable(),
        }),
      )
      .meta({ description: 'Whose new events are mailed to the verified address of the account' }),
    automatic_mails_written: z.array(
      z.object({
        event_id: out.eventId,
        kind: withExample(automaticKind, 'reminder'),
        subject: withExample(z.string().nullable(), 'See you at the pier'),
        text: withExample(z.string().nullable(), 'Bring a coat.'),
      }),
    ),
    messages_sent: z.array(
      z.object({
        event_id: out.eventId,
        subject: withExample(z.string(), 'Doors open half an hour later'),
        text: withExample(z.string(), 'The band is stuck in traffic.'),
        created_at: timeOut,
      }),
    ),
    door_links_made: z.array(
      z.object({
        event_id: out.eventId,
        name: withExample(z.string(), 'Gate A'),
        created_at: timeOut,
        last_used_at: timeOut.nullable(),
        revoked_at: timeOut.nullable(),
      }),
    ),
    events_created: z.array(
      z.object({ id: out.eventId, title: out.eventTitle, status: eventStatus, created_at: timeOut }),
    ),
    sessions: z.array(
      z.object({
        device: withExample(z.string().nullable(), 'Firefox on Windows'),
        created_at: timeOut,
        last_used_at: timeOut,
        password_confirmed_at: timeOut.nullable(),
        expires_at: timeOut,
      }),
    ),
    known_devices: z.array(z.object({ last_used_at: timeOut })),
    second_factor: z
      .object({
        created_at: timeOut,
        confirmed_at: timeOut.nullable(),
        recovery_codes_left: withExample(z.int(), 10),
      })
      .nullable()
      .meta({ description: 'The authenticator app; null when none was set up' }),
    mailed_links: z.array(
      z.object({
        purpose: withExample(z.string(), 'verify_email'),
        email: out.email,
        created_at: timeOut,
        expires_at: timeOut,
      }),
    ),
    mails: z
      .array(z.object({ fact, noted_at: timeOut, sent_at: timeOut.nullable() }))
      .meta({ description: 'The mails of the last 30 days' }),
    waiting_mails: z
      .array(z.object({ fact, held_at: timeOut }))
      .meta({ description: 'Mails that wait until the address is verified' }),
    stopped_mails: z.array(
      z.object({
        scope: z.enum(['all', 'team', 'event', 'messages', 'follow']),
        object_id: withExample(z.int(), 3, 'The id of the team or the event; 0 for all'),
        stopped_at: timeOut,
      }),
    ),
    audit: z.array(
      z.object({
        id: withExample(z.int(), 1024),
        happened_at: timeOut,
        by_you: withExample(z.boolean(), true, 'Whether you acted. Otherwise the entry is about you'),
        action: auditAction,
        object_type: withExample(z.string(), 'ticket'),
        object_id: withExample(z.int(), 640),
        event_id: out.eventId.nullable(),
        details: withExample(auditDetails, { amount_pence: 1250 }, 'Amounts are in pence'),
      }),
    ),
  })
  .meta({ id: 'AccountExport' });

export const exportUser = endpoint({
  method: 'GET',
  path: '/users/:id/export',
  access: 'self',
  who: 'For the user and for site administrators, who entered their password in the last 10 minutes.',
  summary: 'Everything that Foyer keeps about a person, as JSON to download',
  params: idParams,
  answers: { 200: accountExport },
  refuses: ['user_not_found', 'password_confirmation_required', 'too_many_requests'],
});

export const previewDeletion = endpoint({
  method: 'GET',
  path: '/users/:id/deletion',
  access: 'self',
  summary: 'What follows when the account is deleted: places, tickets, teams and events that it concerns',
  params: idParams,
  answers: {
    200: z.object({
      places: withExample(z.int(), 3, 'Places at events that have not ended; they are given back'),
      paid_tickets: z
        .array(
          z.object({
            id: out.ticketId,
            event_id: out.eventId,
            event_title: out.eventTitle,
            start_time: out.startTime,
            price: moneyOut,
          }),
        )
        .meta({ description: 'Valid tickets that were paid for; they become void and are not refunded' }),
      teams: z.array(
        z.object({
          team_id: out.teamId,
          team_name: out.teamName,
          is_only_admin: withExample(z.boolean(), true),
          blocks: withExample(z.boolean(), false, 'Whether another member must become its admin first'),
        }),
      ),
      events_created: out.count,
      is_last_site_admin: withExample(z.boolean(), false),
    }),
  },
  refuses: ['user_not_found'],
});

import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, moneyOut, withExample, success, timeOut } from './fields.ts';
import { eventStatus, keyQuery, privateKey } from './events.ts';
import { ticketStatus } from './tickets.ts';

export const registrationStatus = z.enum(['registered', 'cancelled', 'expired']);

export const registration = z
  .object({
    id: out.registrationId,
    event_id: out.eventId,
    user_id: out.userId,
    status: registrationStatus,
    registration_time: timeOut,
    hold_expires_at: withExample(
      timeOut.nullable(),
      '2026-11-01T09:45:00.000Z',
      'Until when an unpaid seat is held; null for a free or paid seat',
    ),
  })
  .meta({ id: 'Registration' });

export const registerForEvent = endpoint({
  method: 'POST',
  path: '/events/:id/register',
  access: 'user',
  who: "For every signed-in user. Only members of the event's team and site administrators may register somebody else.",
  summary: 'Register for an event: a free event issues a ticket at once, a paid event holds the seat',
  params: idParams,
  body: z.object({ user_id: id.optional(), key: privateKey.optional() }).default({}),
  answers: {
    201: z.object({ status: success, msg: sentence('Registration successful'), registration }),
    200: z.object({
      status: success,
      msg: sentence('Registration reactivated successfully'),
      registration,
    }),
  },
  refuses: [
    'forbidden',
    'email_not_verified',
    'event_not_found',
    'user_not_found',
    'already_registered',
    'too_many_requests',
    'event_sold_out',
    'event_not_published',
    'event_started',
    'event_ended',
    'choose_a_ticket_type',
    'too_many_for_buyer',
    'sales_paused',
    'sales_not_started',
    'sales_ended',
  ],
});

export const cancelRegistration = endpoint({
  method: 'PATCH',
  path: '/events/registrations/:id/cancel',
  access: 'self',
  summary: 'Cancel a registration and free its seat; a paid ticket must be refunded instead',
  params: idParams,
  answers: {
    200: z.object({
      status: success,
      msg: sentence('Registration cancelled successfully'),
      registration: registration.extend({
        status: withExample(registrationStatus, 'cancelled'),
        hold_expires_at: withExample(timeOut.nullable(), null),
      }),
    }),
  },
  refuses: [
    'registration_not_found',
    'already_cancelled',
    'paid_registration',
    'ticket_used',
    'ticket_transferred',
    'event_ended',
  ],
});

const attendeeTicket = z
  .object({
    id: out.ticketId,
    status: ticketStatus,
    paid: z.boolean(),
    price: moneyOut,
    used_at: withExample(timeOut.nullable(), null),
    disputed: out.disputed,
    refund_pending: out.refundPending,
  })
  .meta({ description: 'The ticket that was last issued for the registration' });

export const listEventRegistrations = endpoint({
  method: 'GET',
  path: '/events/:id/registrations',
  access: 'user',
  summary: 'The registrations for an event: all of them for its team, only their own for other users',
  params: idParams,
  query: keyQuery,
  answers: {
    200: z.object({
      registrations: z.array(
        z.object({
          id: out.registrationId,
          event_id: out.eventId,
          user_id: out.userId,
          status: registrationStatus,
          registration_time: timeOut,
          username: out.username,
          buyer_name: withExample(z.string().nullable(), 'Mara Ellis', 'The name on the order'),
          email: out.attendeeEmail,
          hold_expires_at: registration.shape.hold_expires_at,
          paid: withExample(
            z.boolean(),
            true,
            'Whether the attendee has a valid or used ticket that was paid for',
          ),
          ticket: attendeeTicket.nullable(),
        }),
      ),
    }),
  },
  refuses: ['event_not_found'],
});

export const listUserRegistrations = endpoint({
  method: 'GET',
  path: '/users/:id/registrations',
  access: 'self',
  summary: "A user's registrations with their events, newest start first; active ones unless status=all",
  params: idParams,
  query: z.object({ status: z.enum(['all']).optional() }),
  answers: {
    200: z.object({
      status: success,
      registrations: z.array(
        registration.extend({
          event_title: out.eventTitle,
          event_description: out.eventDescription,
          event_location: out.eventLocation,
          event_status: withExample(eventStatus, 'published'),
          event_img_url: out.eventImage,
          team_name: out.teamName.nullable(),
          start_time: out.startTime,
          end_time: out.endTime,
          price: moneyOut.nullable(),
          total: moneyOut.meta({ description: 'What the registration or order costs as a whole' }),
          paid: withExample(z.boolean(), false),
          order_number: out.orderNumber.nullable().meta({
            description:
              'Only for an order placed with POST /orders, which is paid and cancelled by this number',
          }),
          ticket_code: withExample(
            z.string().nullable(),
            null,
            'Null unless there is a valid or used ticket',
          ),
        }),
      ),
    }),
  },
  refuses: ['user_not_found'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, moneyOut, success, timeOut } from './fields.ts';
import { eventStatus } from './events.ts';

export const registrationStatus = z.enum(['registered', 'cancelled', 'expired']);

export const registration = z.object({
  id: z.int(),
  event_id: z.int(),
  user_id: z.int(),
  status: registrationStatus,
  registration_time: timeOut,
  hold_expires_at: timeOut.nullable(),
});

export const registerForEvent = endpoint({
  method: 'POST',
  path: '/events/:id/register',
  access: 'user',
  summary: 'Take a seat: a free event gives a ticket at once, a paid one a hold',
  params: idParams,
  body: z.object({ user_id: id.optional() }).default({}),
  answers: {
    201: z.object({ status: success, msg: z.string(), registration }),
    200: z.object({ status: success, msg: z.string(), registration }),
  },
  refuses: [
    'event_not_found',
    'user_not_found',
    'already_registered',
    'event_sold_out',
    'event_not_published',
    'event_started',
    'event_ended',
  ],
});

export const cancelRegistration = endpoint({
  method: 'PATCH',
  path: '/events/registrations/:id/cancel',
  access: 'self',
  summary: 'Give the seat back; a paid ticket is refunded by the team instead',
  params: idParams,
  answers: { 200: z.object({ status: success, msg: z.string(), registration }) },
  refuses: ['registration_not_found', 'already_cancelled', 'paid_registration', 'ticket_used', 'event_ended'],
});

export const listEventRegistrations = endpoint({
  method: 'GET',
  path: '/events/:id/registrations',
  access: 'user',
  summary: 'Who is coming: everybody for the team, the own entry for others',
  params: idParams,
  answers: {
    200: z.object({
      registrations: z.array(
        z.object({
          id: z.int(),
          event_id: z.int(),
          user_id: z.int(),
          status: registrationStatus,
          registration_time: timeOut,
          username: z.string(),
          email: z.string(),
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
          event_title: z.string(),
          event_description: z.string().nullable(),
          event_location: z.string().nullable(),
          event_status: eventStatus,
          event_img_url: z.string().nullable(),
          team_name: z.string().nullable(),
          start_time: timeOut,
          end_time: timeOut,
          price: moneyOut.nullable(),
          paid: z.boolean(),
          ticket_code: z.string().nullable(),
        }),
      ),
    }),
  },
  refuses: ['user_not_found'],
});

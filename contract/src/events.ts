import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  httpUrl,
  id,
  idParams,
  line,
  moneyIn,
  moneyOut,
  pageQuery,
  success,
  text,
  timeIn,
  timeOut,
} from './fields.ts';

export const eventStatus = z.enum(['draft', 'published', 'cancelled']);
export const eventType = z.enum(['workshop', 'conference', 'meetup', 'webinar', 'other']);

export const event = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  category: z.string().nullable(),
  price: moneyOut.nullable(),
  start_time: timeOut,
  end_time: timeOut,
  max_attendees: z.int().nullable(),
  tickets_remaining: z.int().nullable(),
  event_img_url: z.string().nullable(),
  status: eventStatus,
  is_public: z.boolean(),
  is_past: z.boolean(),
  team_id: z.int().nullable(),
  team_name: z.string().nullable(),
  created_by: z.int().nullable(),
  creator_username: z.string().nullable(),
  attendee_count: z.int(),
  event_type: eventType.nullable(),
  created_at: timeOut,
  updated_at: timeOut,
});

/** What the signed-in caller has to do with the event. */
export const eventViewer = z.object({
  is_registered: z.boolean(),
  has_paid: z.boolean(),
  registration_id: z.int().nullable(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_manage: z.boolean(),
});

const eventPage = z.object({
  events: z.array(event),
  total_events: z.int(),
  total_pages: z.int(),
});

export const sortField = z.enum(['start_time', 'price', 'location', 'max_attendees', 'title']);

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'any',
  summary: 'Published, public events that have not started yet',
  query: z.object({
    ...pageQuery,
    sort_by: sortField.catch('start_time'),
    order: z.enum(['asc', 'desc']).catch('asc'),
    category: text(100).optional(),
    q: text(200).optional(),
  }),
  answers: { 200: eventPage },
});

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/events/upcoming',
  access: 'any',
  summary: 'Published, public events to come, soonest first',
  query: z.object(pageQuery),
  answers: { 200: eventPage },
});

export const listPastEvents = endpoint({
  method: 'GET',
  path: '/events/past',
  access: 'any',
  summary: 'Published, public events that have ended, newest first',
  query: z.object(pageQuery),
  answers: { 200: eventPage },
});

export const listCategories = endpoint({
  method: 'GET',
  path: '/events/categories',
  access: 'any',
  summary: 'All categories',
  answers: { 200: z.object({ categories: z.array(z.object({ id: z.int(), name: z.string() })) }) },
});

const eventList = z.object({ events: z.array(event) });

export const listDrafts = endpoint({
  method: 'GET',
  path: '/events/draft',
  access: 'team',
  summary: "Drafts of all the caller's teams",
  answers: { 200: eventList },
});

export const listTeamEvents = endpoint({
  method: 'GET',
  path: '/events/team/:teamId',
  access: 'any',
  summary: "A team's events; its members also see private and cancelled ones",
  params: z.object({ teamId: id }),
  answers: { 200: eventList },
  refuses: ['team_not_found'],
});

export const listTeamDrafts = endpoint({
  method: 'GET',
  path: '/events/team/:teamId/draft',
  access: 'team',
  summary: "A team's drafts",
  params: z.object({ teamId: id }),
  answers: { 200: eventList },
  refuses: ['team_not_found'],
});

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/:id',
  access: 'any',
  summary: 'One event; a draft only for its team. A signed-in caller also gets `viewer`',
  params: idParams,
  answers: { 200: z.object({ event: event.extend({ viewer: eventViewer.optional() }) }) },
  refuses: ['event_not_found'],
});

export const getDraft = endpoint({
  method: 'GET',
  path: '/events/:id/draft',
  access: 'team',
  summary: 'One draft, for its team',
  params: idParams,
  answers: { 200: z.object({ event: event.extend({ viewer: eventViewer.optional() }) }) },
  refuses: ['event_not_found'],
});

export const getAvailability = endpoint({
  method: 'GET',
  path: '/events/:id/availability',
  access: 'any',
  summary: 'Whether a seat can be taken now, and if not, why',
  params: idParams,
  answers: {
    200: z.object({
      available: z.boolean(),
      reason: z.string().optional(),
      code: z.enum(['event_sold_out', 'event_not_published', 'event_started', 'event_ended']).optional(),
    }),
  },
  refuses: ['event_not_found'],
});

const eventFields = {
  title: line({ required: 'Title is required', max: 200 }),
  description: text(20_000).nullable(),
  location: text(300).nullable(),
  start_time: timeIn('Start time is required'),
  end_time: timeIn('End time is required'),
  price: moneyIn.nullable(),
  max_attendees: z
    .number({ error: 'Must allow at least 1 attendee' })
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'Must allow at least 1 attendee' })
    .max(1_000_000, { error: 'Max attendees must be at most 1000000' })
    .nullable(),
  category: text(100).nullable(),
  is_public: z.boolean(),
  status: eventStatus,
  event_type: eventType.nullable(),
  event_img_url: z.union([httpUrl, z.literal('').transform(() => null)]).nullable(),
};

/** A new event. Only title and times are required; an organiser's form asks for more. */
export const newEvent = z
  .object(eventFields)
  .partial()
  .extend({
    title: eventFields.title,
    start_time: eventFields.start_time,
    end_time: eventFields.end_time,
    team_id: id.optional(),
  })
  .refine((fields) => fields.start_time < fields.end_time, {
    path: ['end_time'],
    error: 'End time must be after start time',
  });

/** A change: any of the fields; times are held against the stored ones by the server. */
export const eventChange = z.object({ ...eventFields, team_id: id }).partial();

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'team',
  summary: 'Create an event for a team; the picture may come as a file',
  body: newEvent,
  file: 'event_image',
  answers: { 201: z.object({ status: success, msg: z.string(), event }) },
  refuses: ['forbidden', 'team_not_found', 'not_an_image', 'image_too_large'],
});

export const updateEvent = endpoint({
  method: 'PATCH',
  path: '/events/:id',
  access: 'team',
  summary: 'Change an event: its team, its creator or an administrator',
  params: idParams,
  body: eventChange,
  file: 'event_image',
  answers: {
    200: z.object({ status: success, msg: z.string(), event, updatedEvent: event }),
  },
  refuses: ['event_not_found', 'capacity_below_sold', 'not_an_image', 'image_too_large'],
});

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/:id',
  access: 'team',
  summary: 'Delete an event that holds no paid tickets',
  params: idParams,
  answers: { 204: null },
  refuses: ['event_not_found', 'event_has_paid_tickets'],
});

import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { editedEvent, eventStatus, eventType, privateKey } from './events.ts';
import {
  httpUrl,
  id,
  idParams,
  line,
  moneyIn,
  optionalLine,
  searchText,
  success,
  text,
  timeIn,
  withExample,
} from './fields.ts';
import { ownPicture } from './pictures.ts';

const wrongDoors = { error: 'Choose from 1 to 1440 minutes' };
const wrongAge = { error: 'Choose from 1 to 99 years' };
const wrongPoint = { error: 'Choose from 0 to 100 percent' };

const percent = z
  .number(wrongPoint)
  .int(wrongPoint)
  .min(0, wrongPoint)
  .max(100, wrongPoint)
  .meta({
    examples: [50],
    description: 'The point of the picture that stays visible where it is cropped. 50 for a new picture',
  });

/** Which events of a series a change is for. Events that have ended or were cancelled stay as they are. */
const seriesScope = z.enum(['this', 'later', 'all'], {
  error: 'apply_to can be this, later or all, or left out',
});

const seriesWords =
  'Which events of the series change too: none, those that start later, or all. Events that have ended or were cancelled stay as they are';

const wrongRefundDays = { error: 'Choose from 0 to 365 days' };

const eventFields = {
  title: withExample(line({ required: 'Title is required', max: 200 }), 'Late jazz at the Maltings'),
  description: withExample(text(20_000), 'A trio, two sets, and the bar open until eleven').nullable(),
  location: withExample(optionalLine(300), 'The Maltings, Mill Lane').nullable(),
  start_time: withExample(timeIn('Start time'), '2031-11-20T18:30:00.000Z'),
  end_time: withExample(timeIn('End time'), '2031-11-20T21:00:00.000Z'),
  price: moneyIn.nullable(),
  max_attendees: z
    .number({ error: 'Must allow at least 1 attendee' })
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'Must allow at least 1 attendee' })
    .max(1_000_000, { error: 'Max attendees must be at most 1000000' })
    .meta({ examples: [80] })
    .nullable(),
  category: withExample(searchText(100), 'Music').nullable(),
  is_public: z.boolean(),
  allows_transfers: z
    .boolean()
    .meta({ description: 'Whether buyers may give tickets to somebody else. They may by default' }),
  asks_for_names: z.boolean().meta({
    description:
      'Whether buyers must name the attendee of each ticket. By default they may, but do not have to',
  }),
  refund_days: z
    .number(wrongRefundDays)
    .int({ error: 'Must be a whole number' })
    .min(0, wrongRefundDays)
    .max(365, wrongRefundDays)
    .nullable()
    .meta({
      examples: [7],
      description:
        'Buyers can cancel paid tickets until this many days before the start, and get their money back. Null, the default, when they cannot. Orders that were placed before keep what was promised then',
    }),
  doors_minutes: z
    .number(wrongDoors)
    .int(wrongDoors)
    .min(1, wrongDoors)
    .max(1440, wrongDoors)
    .nullable()
    .meta({ examples: [30], description: 'How many minutes before the start the doors open' }),
  age_limit: z
    .number(wrongAge)
    .int(wrongAge)
    .min(1, wrongAge)
    .max(99, wrongAge)
    .nullable()
    .meta({ examples: [18], description: 'How old attendees must be' }),
  line_up: withExample(text(2000), 'The Margo Fenn Trio\nAda Quill', 'Who performs, one per line').nullable(),
  accessibility: withExample(text(2000), 'Step-free, with a hearing loop').nullable(),
  picture_x: percent,
  picture_y: percent,
  status: withExample(eventStatus, 'published'),
  event_type: withExample(eventType, 'meetup').nullable(),
  event_img_url: z.union([httpUrl, ownPicture('events'), z.literal('').transform(() => null)]).nullable(),
};

const twoTimes = z.object({ start_time: z.date(), end_time: z.date() });

export const newEvent = z
  .object(eventFields)
  .partial()
  .extend({
    title: eventFields.title,
    start_time: eventFields.start_time,
    end_time: eventFields.end_time,
    team_id: withExample(
      id,
      3,
      'Without it, the first team that the caller joined and may create events in; an administrator without a team must give it',
    ).optional(),
  })
  .refine((fields) => fields.start_time < fields.end_time, {
    path: ['end_time'],
    error: 'End time must be after start time',
    // Zod skips this check if any other field is wrong. Run it whenever both times are valid, so that one answer names
    // every wrong field.
    when: ({ value }) => twoTimes.safeParse(value).success,
  });

/**
 * Changes one or more fields. If a request contains only one of the two times, the server compares it with the
 * other time of the stored event.
 */
export const eventChange = z.object({ ...eventFields, team_id: withExample(id, 3) }).partial();

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'team',
  who: "For a team_admin or event_manager of the event's team, and for site administrators.",
  summary: 'Create an event for a team; the picture may come as a file',
  body: newEvent,
  file: 'event_image',
  answers: {
    201: z.object({ status: success, msg: sentence('Event created successfully'), event: editedEvent }),
  },
  refuses: ['forbidden', 'team_not_found', 'not_an_image', 'image_too_large', 'too_many_requests'],
});

export const updateEvent = endpoint({
  method: 'PATCH',
  path: '/events/:id',
  access: 'team',
  who: 'For a team_admin or event_manager of its team, its creator while a member of the team, and site administrators. Only a team_admin or a site administrator may move it to another team.',
  summary:
    'Change an event. With `apply_to`, the other events of its series get the same texts, place, limits, time of day and price; their days, status, team, visibility and pictures stay. Either all are changed, or none',
  params: idParams,
  query: z.object({ apply_to: withExample(seriesScope, 'later', seriesWords).optional() }),
  body: eventChange,
  file: 'event_image',
  answers: {
    200: z.object({
      status: success,
      msg: sentence('Event updated successfully'),
      event: editedEvent,
      updatedEvent: editedEvent,
    }),
  },
  refuses: [
    'event_not_found',
    'team_not_found',
    'capacity_below_sold',
    'price_per_ticket_type',
    'event_has_attendees',
    'event_ended',
    'not_an_image',
    'image_too_large',
    'too_many_requests',
  ],
});

export const renewPrivateKey = endpoint({
  method: 'POST',
  path: '/events/:id/private-key',
  access: 'team',
  who: 'For a team_admin or event_manager of its team, its creator while a member of the team, and site administrators.',
  summary: 'Give a private event a new key: addresses with the old key stop working',
  params: idParams,
  answers: {
    200: z.object({
      status: success,
      msg: sentence('The private link has changed'),
      private_key: privateKey,
    }),
  },
  refuses: ['event_not_found', 'event_is_public'],
});

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/:id',
  access: 'team',
  who: 'For every member of its team and for site administrators.',
  summary: 'Delete an event that has no paid tickets',
  params: idParams,
  answers: { 204: null },
  refuses: ['event_not_found', 'event_has_paid_tickets'],
});

/** A weekly event for a year, its first one included. */
export const maxInSeries = 52;

const starts = withExample(
  z
    .array(timeIn('Start time'), {
      error: ({ input }) =>
        input === undefined ? 'A list of start times is required' : 'starts must be a list of times',
    })
    .min(1, { error: 'Choose at least one date' })
    .max(maxInSeries - 1, { error: `A series has at most ${maxInSeries} events` }),
  ['2031-11-27T18:30:00.000Z'],
  'When the other events start',
);

export const repeatEvent = endpoint({
  method: 'POST',
  path: '/events/:id/repeats',
  access: 'team',
  who: "For a team_admin or event_manager of the event's team, and for site administrators.",
  summary: `Repeat an event at other times: each is an event of its own, with the same texts, picture and ticket types, and their sales windows move along. All are made, or none. A series has at most ${maxInSeries} events`,
  params: idParams,
  body: z.object({ starts }),
  answers: {
    201: z.object({
      status: success,
      msg: sentence('2 events were added'),
      series_id: withExample(z.int(), 7),
      events: z.array(
        z.object({
          id: out.eventId,
          title: out.eventTitle,
          start_time: out.startTime,
          end_time: out.endTime,
        }),
      ),
    }),
  },
  refuses: ['event_not_found', 'forbidden', 'event_cancelled', 'series_too_long'],
});

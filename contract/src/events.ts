import { z } from 'zod';
import { out } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { days, month, onePerSeries, onlyFree, sortField, withRunning } from './form-fields.ts';
import { id, idParams, moneyOut, pageQuery, searchText, timeOut, withExample } from './fields.ts';
import { pictureState } from './pictures.ts';

export const eventStatus = z.enum(['draft', 'published', 'cancelled']);
export const eventType = z.enum(['workshop', 'conference', 'meetup', 'webinar', 'other']);

export const event = z
  .object({
    id: out.eventId,
    title: out.eventTitle,
    description: out.eventDescription,
    location: out.eventLocation,
    category: withExample(z.string().nullable(), 'Music', "The category's name"),
    price: moneyOut.nullable(),
    highest_price: withExample(
      moneyOut.nullable(),
      25,
      'The highest price of the public ticket types, of which `price` is the lowest',
    ),
    start_time: out.startTime,
    end_time: out.endTime,
    max_attendees: withExample(z.int().nullable(), 80, 'Null when there is no limit'),
    tickets_remaining: withExample(
      z.int().nullable(),
      23,
      'The capacity that is left or, when all public ticket types are limited, the sum of what they have left, whichever is less. Null when there is no limit',
    ),
    all_reserved: withExample(
      z.boolean(),
      false,
      'Every place is taken, but some are not paid for yet and may become free again',
    ),
    sales_paused: withExample(
      z.boolean(),
      false,
      'Whether the event has public ticket types, and the sale of all of them is stopped',
    ),
    event_img_url: out.eventImage,
    picture_x: withExample(
      z.int(),
      50,
      'The point of the picture that stays visible where it is cropped, in percent from the left',
    ),
    picture_y: withExample(z.int(), 50, 'The same, in percent from the top'),
    status: withExample(eventStatus, 'published'),
    is_public: z.boolean(),
    allows_transfers: withExample(z.boolean(), true, 'Whether buyers may give tickets to somebody else'),
    asks_for_names: withExample(z.boolean(), false, 'Whether a buyer must name the attendee of each ticket'),
    refund_days: withExample(
      z.int().nullable(),
      7,
      'Buyers can cancel paid tickets until this many days before the start. Null when they cannot',
    ),
    is_past: withExample(z.boolean(), false, 'Whether the end time had passed when the event was read'),
    team_id: out.teamId.nullable(),
    team_name: out.teamName.nullable(),
    created_by: out.userId.nullable(),
    creator_username: out.username.nullable(),
    attendee_count: withExample(z.int(), 57, 'Active registrations'),
    event_type: withExample(eventType.nullable(), 'meetup'),
    created_at: timeOut,
    updated_at: timeOut,
  })
  .meta({ id: 'Event' });

/** The signed-in caller's own registration for the event, and the actions that the caller may take on the event. */
export const eventViewer = z.object({
  is_registered: z.boolean(),
  has_paid: z.boolean(),
  has_ticket: withExample(
    z.boolean(),
    true,
    'Whether the caller has a valid or used ticket, paid or complimentary',
  ),
  registration_id: out.registrationId.nullable(),
  order: z
    .object({ number: out.orderNumber, status: z.enum(['held', 'confirmed']) })
    .nullable()
    .meta({
      description:
        'The active order of the caller that `registration_id` names, if `POST /orders` placed it. It is paid and cancelled by its number. An unpaid order comes before a confirmed one',
    }),
  can_edit: withExample(z.boolean(), false),
  can_delete: withExample(z.boolean(), false),
  can_manage: withExample(z.boolean(), false, 'May see the attendees and check them in'),
  can_issue: withExample(z.boolean(), false, 'May issue, change and cancel tickets, and undo check-ins'),
  can_refund: withExample(z.boolean(), false),
  can_cancel: withExample(
    z.boolean(),
    false,
    'False once the event has ended. Once people have paid, true only for callers who may refund',
  ),
  checked_in_count: withExample(
    z.int().nullable(),
    null,
    'How many attendees are checked in; null for callers who may not manage the event',
  ),
});

/** The key of a private event. A person outside the team can open the event with this key. */
export const privateKey = withExample(
  z.string().max(100, { error: 'This is not the key of an event' }),
  'pR4vJ0c5mZ2k7VwN8rTb1g',
  'The key of a private event, from the address that its team shares',
);

export const keyQuery = z.object({ key: privateKey.optional() });

/** What visitors want to know before they come. Lists leave it out. */
const eventDetails = {
  doors_minutes: out.doorsMinutes,
  age_limit: withExample(z.int().nullable(), 18, 'How old attendees must be. Null when there is no limit'),
  line_up: withExample(z.string().nullable(), 'The Margo Fenn Trio\nAda Quill', 'Who performs, one per line'),
  accessibility: withExample(z.string().nullable(), 'Step-free, with a hearing loop'),
  team_picture_url: out.teamPicture,
  team_contact_email: out.teamContact,
  series_id: withExample(
    z.int().nullable(),
    null,
    'Events that repeat have the same. Null for a single event',
  ),
};

export const editedEvent = event.extend({
  ...eventDetails,
  private_key: withExample(
    z.string().nullable(),
    null,
    'Null for a public event. A private event is at `/events/{id}?key={private_key}`; without its key, only its team, administrators and people who hold a place at it can see it',
  ),
  picture_state: pictureState,
});

const viewedEvent = event.extend({
  ...eventDetails,
  description_html: withExample(
    z.string().nullable(),
    '<p>A trio, <strong>two sets</strong>, and the bar open until eleven</p>\n',
    'The description as safe HTML. `description` is the text that was typed, with a small part of Markdown: headings, lists, bold, italics and links',
  ),
  more_dates: z
    .array(z.object({ id: out.eventId, title: out.eventTitle, start_time: out.startTime }))
    .meta({ description: 'The next 12 public events of the same series that have not started' }),
  private_key: editedEvent.shape.private_key.optional(),
  picture_state: pictureState.optional(),
  viewer: eventViewer.optional(),
});

const eventPage = z.object({
  events: z.array(event),
  total_events: withExample(z.int(), 17, 'A search counts at most 10,000 matches'),
  total_pages: out.count,
});

const ofTeam = withExample(id, 7, 'Only the events of this team').optional();

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'any',
  summary: 'Published, public events that have not started yet',
  query: z.object({
    ...pageQuery,
    sort_by: sortField.catch('start_time'),
    order: z.enum(['asc', 'desc']).catch('asc'),
    category: withExample(
      searchText(100),
      'Music',
      'The name of a category; upper and lower case are the same',
    ).optional(),
    team: ofTeam,
    when: days.optional(),
    month: month.optional(),
    free: onlyFree.optional(),
    one_per_series: onePerSeries.optional(),
    running: withRunning.optional(),
    q: withExample(
      searchText(200),
      'jazz',
      'Finds events whose title, description or location contain all of these words, whatever their case and accents. Only the first six words count. A word of one or two letters is found only at the beginning of a word',
    ).optional(),
  }),
  answers: { 200: eventPage },
});

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/events/upcoming',
  access: 'any',
  summary: 'Upcoming published, public events, soonest first',
  query: z.object(pageQuery),
  answers: { 200: eventPage },
});

export const listPastEvents = endpoint({
  method: 'GET',
  path: '/events/past',
  access: 'any',
  summary: 'Published, public events that have ended, newest first',
  query: z.object({ ...pageQuery, team: ofTeam }),
  answers: { 200: eventPage },
});

const category = z.object({ id: withExample(z.int(), 4), name: withExample(z.string(), 'Music') });

export const listCategories = endpoint({
  method: 'GET',
  path: '/events/categories',
  access: 'any',
  summary: 'All categories',
  answers: { 200: z.object({ categories: z.array(category) }) },
});

export const getCategory = endpoint({
  method: 'GET',
  path: '/events/categories/:name',
  access: 'any',
  summary: 'A category by its name; upper and lower case are the same',
  params: z.object({ name: withExample(searchText(100), 'music') }),
  answers: { 200: z.object({ category }) },
  refuses: ['category_not_found'],
});

const eventList = z.object({ events: z.array(event) });

export const listDrafts = endpoint({
  method: 'GET',
  path: '/events/draft',
  access: 'user',
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
  summary:
    'One event; a draft only for its team, a private event only with its key. Signed-in callers also get `viewer`, those who may edit the event also `private_key` and `picture_state`',
  params: idParams,
  query: keyQuery,
  answers: { 200: z.object({ event: viewedEvent }) },
  refuses: ['event_not_found'],
});

export const getDraft = endpoint({
  method: 'GET',
  path: '/events/:id/draft',
  access: 'team',
  who: 'For its team and site administrators. Everybody else gets a 404.',
  summary: 'One draft, for its team',
  params: idParams,
  answers: { 200: z.object({ event: viewedEvent }) },
  refuses: ['event_not_found'],
});

export const getAvailability = endpoint({
  method: 'GET',
  path: '/events/:id/availability',
  access: 'any',
  summary: 'Whether a seat can be taken now, and if not, why',
  params: idParams,
  query: keyQuery,
  answers: {
    200: z.object({
      available: withExample(z.boolean(), false),
      reason: withExample(z.string(), 'No tickets remaining for this event').optional(),
      code: z.enum(['event_sold_out', 'event_not_published', 'event_started', 'event_ended']).optional(),
    }),
  },
  refuses: ['event_not_found'],
});

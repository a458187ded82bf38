import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { eventStatus } from '../events.ts';
import { idParams, moneyOut, timeOut, withExample } from '../fields.ts';
import { orderChannel } from './order-lists.ts';
import { eventMoney } from './team-money.ts';

const eventFigures = z
  .object({
    id: out.eventId,
    title: out.eventTitle,
    start_time: out.startTime,
    end_time: out.endTime,
    location: out.eventLocation,
    event_img_url: out.eventImage,
    status: withExample(eventStatus, 'published'),
    is_public: withExample(z.boolean(), true),
    capacity: withExample(
      z.int().nullable(),
      80,
      'How many people may come: the limit of the event or, if that is lower, of its ticket types. Null without a limit',
    ),
    sold: withExample(z.int(), 52, 'Tickets that were issued and still admit somebody, or have admitted'),
    held: withExample(z.int(), 2, 'Places that wait for their payment'),
    sold_out: withExample(z.boolean(), false, 'Whether no place is left, held places counted'),
    admitted: withExample(z.int(), 0, 'How many of the sold tickets were checked in'),
    on_sale: withExample(
      z.boolean(),
      true,
      'Whether tickets of some type can be ordered now. Hidden types count, which are sold to people with a promo code',
    ),
    opens_at: withExample(
      timeOut.nullable(),
      null,
      'When the sale of the first ticket type begins, if no type is on sale now and one will be',
    ),
    money: eventMoney
      .nullable()
      .meta({ description: 'Null unless the caller may see the money of the team' }),
  })
  .meta({ id: 'EventFigures' });

const sales = z.object({
  days: z
    .array(
      z.object({
        day: withExample(z.string(), '2026-11-20', "In the site's time zone"),
        tickets: out.count,
        amount: withExample(moneyOut.nullable(), 24, 'Their prices in pounds. Null like the money'),
      }),
    )
    .meta({
      description: 'The days from the first sale until today, at most the last 30, with none left out',
    }),
  earlier: withExample(z.int(), 0, 'Tickets that were sold before these days'),
  types: z.array(
    z.object({
      id: withExample(z.int(), 64),
      name: withExample(z.string(), 'Reduced'),
      sold: out.count,
      quantity: withExample(z.int().nullable(), 20, 'Null without a limit of its own'),
      amount: withExample(moneyOut.nullable(), 120, 'Their prices in pounds. Null like the money'),
    }),
  ),
  sources: z.array(z.object({ channel: withExample(orderChannel, 'web'), tickets: out.count })),
});

/** What visitors will miss in a draft, or what keeps it from being published. */
export const draftGap = z.enum(['past', 'picture', 'description', 'location', 'ticket_types']);
export type DraftGap = z.output<typeof draftGap>;

const start = z
  .object({
    has_picture: withExample(z.boolean(), false, 'Whether the team has a picture'),
    has_description: withExample(z.boolean(), true, 'Whether the team has a description'),
    tried: withExample(z.boolean(), false, 'Whether a member of the team has ordered a ticket'),
    reached: withExample(
      z.boolean(),
      false,
      'Whether somebody else has ordered a ticket, or follows the team',
    ),
  })
  .meta({ description: 'How far a new team has come. Null once one of its events has ended' });

const shownEvents = 100;

export const getDesk = endpoint({
  method: 'GET',
  path: '/teams/:id/desk',
  access: 'team',
  who: 'For members of the team, and for site administrators. Amounts are for team_admins and site administrators.',
  summary: `How the team's events sell: the next ${shownEvents} events, the sales of the next one, drafts with what they miss, and refunds that fail`,
  params: idParams,
  answers: {
    200: z.object({
      takes_test_cards: withExample(
        z.boolean(),
        false,
        'Whether payments go to the payment sandbox, where test cards work and no money moves',
      ),
      sees_money: withExample(z.boolean(), true, 'Whether the amounts are filled in'),
      start: start.nullable(),
      events: z
        .array(eventFigures)
        .meta({ description: 'Events that have not ended, soonest first. Cancelled events are among them' }),
      next: z.object({ event_id: out.eventId, sales }).nullable().meta({
        description:
          'The published event that people arrive at now, else the soonest that has not started, else one that runs. With its sales',
      }),
      drafts: z.array(
        z.object({
          id: out.eventId,
          title: out.eventTitle,
          start_time: out.startTime,
          misses: z.array(draftGap),
        }),
      ),
      failing_refunds: z
        .array(
          z.object({
            id: withExample(z.int(), 31, 'The number of the refund'),
            event_id: out.eventId,
            event_title: out.eventTitle,
            order_number: out.orderNumber,
            amount: withExample(moneyOut, 12, 'In pounds'),
          }),
        )
        .meta({ description: 'Refunds that failed and are tried again. Empty unless the caller sees money' }),
    }),
  },
  refuses: ['team_not_found'],
});

export const getEventFigures = endpoint({
  method: 'GET',
  path: '/events/:id/figures',
  access: 'team',
  who: "For members of the event's team, and for site administrators. Amounts are for team_admins and site administrators.",
  summary: 'What an event has sold, whether it is to come, over, cancelled or a draft',
  params: idParams,
  answers: { 200: z.object({ figures: eventFigures }) },
  refuses: ['event_not_found'],
});

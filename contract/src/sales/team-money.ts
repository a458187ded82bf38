import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { eventStatus } from '../events.ts';
import { idParams, moneyOut, pageQuery, withExample } from '../fields.ts';

export const eventMoney = z
  .object({
    taken: withExample(moneyOut, 480, 'All money that arrived, in pounds, also what went back later'),
    refunded: withExample(moneyOut, 20, 'What went back to buyers or is on its way, in pounds'),
    disputed: withExample(moneyOut, 0, 'What banks withhold or took back in disputes, in pounds'),
    outstanding: withExample(moneyOut, 40, 'What buyers who hold places have not paid yet, in pounds'),
  })
  .meta({ id: 'EventMoney' });

const months = z.array(
  z.object({
    month: withExample(z.string(), '2026-11', "In the site's time zone"),
    taken: moneyOut,
    refunded: moneyOut,
  }),
);

const monthWords = (last: number) =>
  `Of the last ${last} months, those with payments or refunds, latest first`;

const who = 'For team_admins of the team, and for site administrators.';

export const getTeamMoney = endpoint({
  method: 'GET',
  path: '/teams/:id/money',
  access: 'team',
  who,
  summary: "What a team's events took and refunded: in all, by month, and by event, the latest events first",
  params: idParams,
  query: z.object(pageQuery),
  answers: {
    200: z.object({
      totals: eventMoney.meta({ description: 'Of all events together. Deleted events do not count' }),
      months: months.meta({ description: monthWords(60) }),
      events: z.array(
        z.object({
          id: out.eventId,
          title: out.eventTitle,
          start_time: out.startTime,
          status: withExample(eventStatus, 'published'),
          money: eventMoney,
        }),
      ),
      total_events: withExample(z.int(), 1, 'How many events took money, or wait for money'),
      total_pages: out.count,
    }),
  },
  refuses: ['team_not_found'],
});

const notATable = { error: 'by can be event or month, or left out' };

export const exportTeamMoney = endpoint({
  method: 'GET',
  path: '/teams/:id/money.csv',
  access: 'team',
  who,
  summary: "A team's money as a table for spreadsheets, with one line for each event or month",
  params: idParams,
  query: z.object({ by: withExample(z.enum(['event', 'month'], notATable), 'month').prefault('event') }),
  answers: {
    200: {
      file: 'text/csv; charset=utf-8',
      description: 'The table, for download. A spreadsheet runs none of its cells as a formula',
    },
  },
  refuses: ['team_not_found', 'too_many_requests'],
});

export const getSiteMoney = endpoint({
  method: 'GET',
  path: '/admin/money',
  access: 'admin',
  summary: 'What the whole site took and refunded in each month, deleted events included',
  answers: { 200: z.object({ months: months.meta({ description: monthWords(12) }) }) },
});

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { doCostlyParts } from '../../http/costly-work.ts';
import { ApiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { getEventAndStanding } from '../events/events.access.service.ts';
import { mayInTeam } from '../teams/teams.policy.ts';
import { getTeamAndRoleFor, getTeamFor } from '../teams/teams.service.ts';
import { listEventMoney, listMonths, readTotals } from './desk.money.queries.ts';
import { monthsOfTeam, writeMoneyCsv } from './desk.money.service.ts';
import {
  findFigures,
  listComingEvents,
  listDraftGaps,
  listFailingRefunds,
  readSales,
} from './desk.queries.ts';
import { findStart } from './desk.start.queries.ts';
import { addUpSales, findFirstDay, findNext, listGaps, presentFigures } from './desk.rules.ts';

export function registerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  registerDesk(app, deps);
  registerFigures(app, deps);
  registerMoney(app, deps);
}

function registerDesk(app: FastifyInstance, deps: Deps) {
  const { db, clock, config } = deps;

  route(app, deps, 'GET /teams/:id/desk', async ({ actor, params }) => {
    const { team, role } = await getTeamAndRoleFor(db, actor, 'view', params.id);
    const seesMoney = mayInTeam('account', actor, role);
    const today = { now: clock.now(), timeZone: config.timeZone };
    const [coming, drafts, refunds, start] = await Promise.all([
      listComingEvents(db, team.id, today.now),
      listDraftGaps(db, team.id),
      seesMoney ? listFailingRefunds(db, team.id) : [],
      findStart(db, team.id, today.now),
    ]);
    const next = findNext(coming, today.now);
    const since = findFirstDay(today);
    const sales = next && (await readSales(db, { eventId: next.id, since, timeZone: today.timeZone }));
    return {
      takes_test_cards: config.payments === 'sandbox',
      sees_money: seesMoney,
      start: start ?? null,
      events: coming.map((row) => presentFigures(row, { seesMoney, now: today.now })),
      next: next && sales ? { event_id: next.id, sales: addUpSales(sales, today, { seesMoney }) } : null,
      drafts: drafts.map((draft) => ({
        id: draft.id,
        title: draft.title,
        start_time: draft.start_time,
        misses: listGaps(draft, today.now),
      })),
      failing_refunds: refunds,
    };
  });
}

function registerFigures(app: FastifyInstance, deps: Deps) {
  const { db, clock } = deps;
  route(app, deps, 'GET /events/:id/figures', async ({ actor, params }) => {
    const { event, standing } = await getEventAndStanding(db, actor, 'manage', params);
    const now = clock.now();
    const figures = await findFigures(db, event.id, now);
    // Deleted between the two reads.
    if (!figures) throw new ApiError('event_not_found');
    const seesMoney = mayInTeam('account', actor, standing.role);
    return { figures: presentFigures(figures, { seesMoney, now }) };
  });
}

function registerMoney(app: FastifyInstance, deps: Deps) {
  const { db, clock, config } = deps;
  route(app, deps, 'GET /teams/:id/money', async ({ actor, params, query: { limit, page } }) => {
    const team = await getTeamFor(db, actor, 'account', params.id);
    const [{ events, totals }, months, rows] = await Promise.all([
      readTotals(db, team.id),
      listMonths(db, { teamId: team.id, months: monthsOfTeam, now: clock.now(), timeZone: config.timeZone }),
      listEventMoney(db, team.id, { limit, offset: (page - 1) * limit }),
    ]);
    return {
      totals,
      months,
      events: rows.map(({ id, title, start_time, status, ...money }) => ({
        id,
        title,
        start_time,
        status,
        money,
      })),
      total_events: events,
      total_pages: Math.ceil(events / limit),
    };
  });

  route(app, deps, 'GET /teams/:id/money.csv', async ({ actor, params, query: { by } }) => {
    const { id: teamId, name } = await getTeamFor(db, actor, 'account', params.id);
    const parts = writeMoneyCsv(deps, { teamId, by });
    return {
      content: await doCostlyParts(deps, actor, parts),
      filename: `${name} - money by ${by}.csv`,
    };
  });
}

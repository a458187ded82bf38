import { writeDescriptionHtml } from '@foyer/contract/text/formatted-description.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Actor } from '../../http/session.ts';
import { writeCalendarFile } from '../../mail/calendar.ts';
import { describeSite } from '../../mail/compose.ts';
import { mayInTeam } from '../teams/teams.policy.ts';
import { findRole } from '../teams/teams.queries.ts';
import { getTeam, getTeamFor } from '../teams/teams.service.ts';
import { listMemberships } from '../users/users.queries.ts';
import {
  countCheckedIn,
  findCategory,
  listCategories,
  listTeamDrafts,
  listTeamEvents,
  pickDetails,
  presentEvent,
  presentForEditor,
  type EventRow,
} from './events.queries.ts';
import { findMonth, findToday, findWeekend } from '../../zoned-time.ts';
import { listPublicEvents, type EventFilter, type EventSort } from './events.lists.queries.ts';
import { readViewerState } from './events.viewer.queries.ts';
import { countRemaining, findSeatRefusal } from './events.rules.ts';
import { renewPrivateKey } from './changes/private-key.service.ts';
import { deleteEvent } from './changes/removal.service.ts';
import {
  assertMayCreate,
  describePermissions,
  getEventAndStanding,
  getEventFor,
  type EventAddress,
} from './events.access.service.ts';
import { createEvent, findCancelRefusal, updateEvent } from './events.service.ts';
import { listOtherDates } from './series/series.queries.ts';

export function registerEventRoutes(app: FastifyInstance, deps: Deps): void {
  registerLists(app, deps);
  registerCategories(app, deps);
  registerTeamLists(app, deps);
  registerSingle(app, deps);
  registerChanges(app, deps);

  route(app, deps, 'POST /events/:id/private-key', async ({ actor, params }) => ({
    msg: 'The private link has changed',
    private_key: await renewPrivateKey(deps, actor, params.id),
  }));

  route(app, deps, 'DELETE /events/:id', async ({ actor, params }) => {
    await deleteEvent(deps, actor, params.id);
    return undefined;
  });
}

function registerChanges(app: FastifyInstance, deps: Deps) {
  route(
    app,
    deps,
    'POST /events',
    async ({ actor, body, file }) => {
      const event = presentForEditor(await createEvent(deps, actor, body, file), deps.clock.now());
      return { msg: 'Event created successfully', event };
    },
    { beforeForm: ({ actor }) => assertMayCreate(deps, actor) },
  );

  route(
    app,
    deps,
    'PATCH /events/:id',
    async ({ actor, params, query, body, file }) => {
      const scope = query.apply_to ?? 'this';
      const changed = await updateEvent(deps, actor, { id: params.id, scope }, body, file);
      const event = presentForEditor(changed, deps.clock.now());
      return { msg: 'Event updated successfully', event, updatedEvent: event };
    },
    // Check the caller's right before a picture of up to 5 MB is read and decoded, because reading a picture is slow.
    { beforeForm: ({ actor, params }) => getEventFor(deps.db, actor, 'edit', params) },
  );
}

const forEveryone = { isForEveryone: () => true };

/** The key of a private event is a secret, so answers to a key are never kept. */
const withoutKey = { isForEveryone: ({ key }: { key?: string }) => key === undefined };

interface AskedDays {
  when?: 'today' | 'weekend';
  month?: string;
  running?: boolean;
}

/** Between which moments events start, and whether those that are running are listed too. */
function findDays(
  { running = false, ...asked }: AskedDays,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const month = asked.month === undefined ? undefined : findMonth(asked.month, timeZone);
  const wanted = [
    asked.when === 'today' && findToday(now, timeZone),
    asked.when === 'weekend' && findWeekend(now, timeZone),
    month,
  ].filter((days) => days !== undefined && days !== false);
  const from = new Date(Math.max(now.getTime(), ...wanted.map((days) => days.from.getTime())));
  // Months other than this one are lists of what starts in them.
  const isThisMonth = !month || (month.from <= now && now < month.until);
  const listsRunning = (running || asked.when !== undefined) && isThisMonth;
  const runs = listsRunning ? { runningAt: now, endsAfter: from } : {};
  if (wanted.length === 0) return { startsAfter: now, ...runs };
  // What is on at the weekend may start on Friday, unlike the events of a month. An event may start at midnight.
  const startsAfter = month ? new Date(Math.max(now.getTime(), from.getTime() - 1)) : now;
  const startsBefore = new Date(Math.min(...wanted.map(({ until }) => until.getTime())));
  return { startsAfter, startsBefore, ...runs };
}

function registerLists(app: FastifyInstance, deps: Deps) {
  const present = (rows: EventRow[]) => rows.map((row) => presentEvent(row, deps.clock.now()));

  async function answerPage(
    filter: EventFilter,
    page: { sort: EventSort; order: 'asc' | 'desc'; limit: number; page: number },
  ) {
    const { rows, total } = await listPublicEvents(deps.db, filter, page);
    return { events: present(rows), total_events: total, total_pages: Math.ceil(total / page.limit) };
  }

  route(
    app,
    deps,
    'GET /events',
    ({ query: { sort_by, category, when, month, running, free, one_per_series, team, q, ...page } }) => {
      const now = deps.clock.now();
      const filter = {
        category,
        q,
        team,
        isFree: free === true ? free : undefined,
        ...findDays({ when, month, running }, { now, timeZone: deps.config.timeZone }),
        nextOfSeriesAfter: one_per_series ? now : undefined,
      };
      return answerPage(filter, { ...page, sort: sort_by });
    },
    forEveryone,
  );

  route(
    app,
    deps,
    'GET /events/upcoming',
    ({ query }) =>
      answerPage({ startsAfter: deps.clock.now() }, { ...query, sort: 'start_time', order: 'asc' }),
    forEveryone,
  );

  route(
    app,
    deps,
    'GET /events/past',
    ({ query: { team, ...page } }) =>
      answerPage({ team, endedBefore: deps.clock.now() }, { ...page, sort: 'end_time', order: 'desc' }),
    forEveryone,
  );
}

function registerCategories(app: FastifyInstance, deps: Deps) {
  route(
    app,
    deps,
    'GET /events/categories/:name',
    async ({ params }) => {
      const category = await findCategory(deps.db, params.name);
      if (!category) throw new ApiError('category_not_found');
      return { category };
    },
    forEveryone,
  );

  route(
    app,
    deps,
    'GET /events/categories',
    async () => ({ categories: await listCategories(deps.db) }),
    forEveryone,
  );
}

function registerTeamLists(app: FastifyInstance, deps: Deps) {
  const present = (rows: EventRow[]) => ({ events: rows.map((row) => presentEvent(row, deps.clock.now())) });

  route(app, deps, 'GET /events/draft', async ({ actor }) => {
    const teams = await listMemberships(deps.db, actor.id);
    return present(
      await listTeamDrafts(
        deps.db,
        teams.map((team) => team.team_id),
      ),
    );
  });

  route(
    app,
    deps,
    'GET /events/team/:teamId',
    async ({ actor, params }) => {
      await getTeam(deps.db, params.teamId);
      const withHidden =
        actor !== null && mayInTeam('view', actor, await findRole(deps.db, params.teamId, actor.id));
      return present(await listTeamEvents(deps.db, params.teamId, { withHidden }));
    },
    forEveryone,
  );

  route(app, deps, 'GET /events/team/:teamId/draft', async ({ actor, params }) => {
    const team = await getTeamFor(deps.db, actor, 'view', params.teamId);
    return present(await listTeamDrafts(deps.db, [team.id]));
  });
}

function registerSingle(app: FastifyInstance, deps: Deps) {
  /** Reads the caller's own orders at the same time. They are dropped if the caller may not see the event. */
  async function readFor(actor: Actor | null, address: EventAddress) {
    const [found, state] = await Promise.all([
      getEventAndStanding(deps.db, actor, 'view', address),
      actor && readViewerState(deps.db, address.id, actor.id),
    ]);
    return { ...found, state };
  }

  async function present(found: Awaited<ReturnType<typeof readFor>>, actor: Actor | null) {
    const { private_key, picture_state, ...row } = found.event;
    const now = deps.clock.now();
    const description_html = row.description && writeDescriptionHtml(row.description);
    const more_dates = await listOtherDates(deps.db, row, now);
    const event = { ...presentEvent(row, now), ...pickDetails(row), description_html, more_dates };
    if (!actor || !found.state) return { event };
    const permissions = describePermissions(actor, found);
    const { can_edit, can_refund, can_manage } = permissions;
    const can_cancel = can_edit && (await findCancelRefusal(deps.db, row, can_refund, now)) === null;
    const checked_in_count = can_manage ? await countCheckedIn(deps.db, row.id) : null;
    const viewer = { ...found.state, ...permissions, can_cancel, checked_in_count };
    return { event: { ...event, ...(can_edit && { private_key, picture_state }), viewer } };
  }

  route(
    app,
    deps,
    'GET /events/:id',
    async ({ actor, params, query }) => present(await readFor(actor, { ...params, ...query }), actor),
    withoutKey,
  );

  route(app, deps, 'GET /events/:id/draft', async ({ actor, params }) => {
    const found = await readFor(actor, params);
    if (found.event.status !== 'draft') throw new ApiError('event_not_found');
    return present(found, actor);
  });

  route(
    app,
    deps,
    'GET /events/:id/availability',
    async ({ actor, params, query }) => {
      const event = await getEventFor(deps.db, actor, 'view', { ...params, ...query });
      const isSoldOut = countRemaining(event) === 0;
      const code = findSeatRefusal(event, deps.clock.now()) ?? (isSoldOut ? 'event_sold_out' : null);
      return code ? { available: false, code, reason: new ApiError(code).message } : { available: true };
    },
    withoutKey,
  );

  route(app, deps, 'GET /events/:id/calendar', async ({ actor, params, query }) => {
    const event = await getEventFor(deps.db, actor, 'view', { ...params, ...query });
    const { id: event_id, title, private_key, status } = event;
    // People who hold a place need no key. If the key in the caller's link was replaced, the answer must not contain
    // the new key.
    const event_key = query.key === private_key ? private_key : null;
    const entry = { ...event, event_id, event_title: title, event_key };
    const file = writeCalendarFile(entry, describeSite(deps), { cancelled: status === 'cancelled' });
    return { content: Buffer.from(file.content), filename: `${title}.ics` };
  });
}

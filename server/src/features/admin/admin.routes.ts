import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { listMonths } from '../desk/desk.money.queries.ts';
import { countEvents, listAllEvents, listSortedEvents } from '../events/events.admin.queries.ts';
import { presentEvent, type EventRow } from '../events/events.queries.ts';
import { countTeamMembers, countTeams, listTeams } from '../teams/teams.queries.ts';
import { countUsers, listUsers } from '../users/users.queries.ts';
import { assertRecentPassword } from '../users/users.passwords.service.ts';
import { getUser, getUserWithTeams, setSiteAdmin, withDuty } from '../users/users.service.ts';
import { listAudit, listMailsOfUser } from './admin.queries.ts';
import { checkSystem } from './admin.system.service.ts';
import { deleteTeam } from './admin.removals.service.ts';

/** Registers the routes that need all other features: the administrators' overview, and deleting teams. */
export function registerAdminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /admin/dashboard', async ({ query }) => {
    const { db, clock } = deps;
    const present = (rows: EventRow[]) => rows.map((row) => presentEvent(row, clock.now()));
    // Run the queries one after the other. In parallel, one request would take several database connections, and
    // other requests would have to wait for a connection.
    const { users } = await listUsers(db, query);
    const { teams } = await listTeams(db, query);
    const events = present(await listAllEvents(db, query));
    const draft_events = present(await listAllEvents(db, { ...query, status: 'draft' }));
    const total_users = await countUsers(db);
    const total_teams = await countTeams(db);
    const total_team_members = await countTeamMembers(db);
    const total_events = await countEvents(db);
    return {
      data: {
        users: users.map((user) => withDuty(deps, user)),
        teams,
        events,
        draft_events,
        total_users,
        total_teams,
        total_team_members,
        total_events,
      },
    };
  });

  route(app, deps, 'GET /admin/events', async ({ query }) => {
    const { rows, total } = await listSortedEvents(deps.db, query);
    const events = rows.map((row) => presentEvent(row, deps.clock.now()));
    return { events, total_events: total, total_pages: Math.ceil(total / query.limit) };
  });

  route(app, deps, 'PATCH /admin/users/:id', async ({ actor, params, body }) => {
    if (body.is_site_admin) assertRecentPassword(deps, actor);
    await setSiteAdmin(deps, actor, params.id, body.is_site_admin);
    return { data: await getUserWithTeams(deps, deps.db, params.id) };
  });

  route(app, deps, 'GET /admin/system', async () => ({
    checks: await checkSystem(deps),
    checked_at: deps.clock.now(),
  }));

  route(app, deps, 'GET /admin/money', async () => ({
    months: await listMonths(deps.db, {
      now: deps.clock.now(),
      timeZone: deps.config.timeZone,
      months: 12,
    }),
  }));

  route(app, deps, 'GET /users/:id/mails', async ({ params, query }) => {
    const { id } = await getUser(deps.db, params.id);
    return { mails: await listMailsOfUser(deps.db, id, query) };
  });

  route(app, deps, 'GET /admin/audit', async ({ query }) => {
    const { rows, total } = await listAudit(deps.db, query);
    return { entries: rows, total_entries: total, total_pages: Math.ceil(total / query.limit) };
  });

  route(app, deps, 'DELETE /teams/:id', async ({ actor, params }) => {
    await deleteTeam(deps, actor, params.id);
    return undefined;
  });
}

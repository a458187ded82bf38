import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { ApiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { assertMayActFor } from '../users/users.service.ts';
import {
  addOrInvite,
  changeRole,
  getTeamMemberFor,
  getRolesFor,
  removeTeamMember,
} from './teams.members.service.ts';
import {
  findTeamByName,
  listAllTeamMembers,
  listMembersOfUser,
  listTeamMembers,
  listTeams,
} from './teams.queries.ts';
import { createTeam, getTeam, getTeamFor, updateTeam } from './teams.service.ts';

export function registerTeamRoutes(app: FastifyInstance, deps: Deps): void {
  registerTeams(app, deps);
  registerMembers(app, deps);
  registerMemberChanges(app, deps);
}

function registerTeams(app: FastifyInstance, deps: Deps) {
  route(app, deps, 'GET /teams', async ({ query }) => {
    const { teams, total } = await listTeams(deps.db, query);
    return { teams, total_teams: total };
  });

  route(app, deps, 'GET /teams/:id', async ({ params }) => ({
    team: await getTeam(deps.db, params.id),
  }));

  route(app, deps, 'GET /teams/name/:name', async ({ params }) => {
    const team = await findTeamByName(deps.db, params.name);
    if (!team) throw new ApiError('team_not_found');
    return { team };
  });

  route(app, deps, 'POST /teams', async ({ actor, body, request }) => {
    const signed = { actor, address: callerSubject(request.ip) };
    const { teamId, memberId } = await createTeam(deps, signed, body);
    const teamMember = await getTeamMemberFor(deps.db, actor, memberId);
    return { message: 'Team created successfully', team: await getTeam(deps.db, teamId), teamMember };
  });

  route(
    app,
    deps,
    'PATCH /teams/:id',
    async ({ actor, params, body, file }) => {
      const team = await updateTeam(deps, actor, params.id, body, file);
      return { team, updatedTeam: team };
    },
    { beforeForm: ({ actor, params }) => getTeamFor(deps.db, actor, 'manage', params.id) },
  );
}

function registerMembers(app: FastifyInstance, deps: Deps) {
  route(app, deps, 'GET /teams/:id/members', async ({ actor, params }) => {
    const team = await getTeamFor(deps.db, actor, 'view', params.id);
    const members = await listTeamMembers(deps.db, team.id);
    return { members, total_members: members.length };
  });

  route(app, deps, 'GET /teams/members', async ({ query }) => {
    const { teamMembers, total } = await listAllTeamMembers(deps.db, query);
    return { teamMembers, total_team_members: total };
  });

  route(app, deps, 'GET /teams/members/:id', async ({ actor, params }) => ({
    teamMember: await getTeamMemberFor(deps.db, actor, params.id),
  }));

  route(app, deps, 'GET /teams/members/user/:userId', async ({ actor, params }) => {
    assertMayActFor(actor, params.userId);
    const team_members = await listMembersOfUser(deps.db, params.userId);
    const [teamMember] = team_members;
    if (!teamMember) throw new ApiError('not_in_a_team');
    return { teamMember, team_members };
  });

  route(app, deps, 'GET /teams/members/:userId/role', ({ actor, params, query }) =>
    getRolesFor(deps.db, actor, params.userId, query.team_id),
  );
}

function registerMemberChanges(app: FastifyInstance, deps: Deps) {
  route(app, deps, 'POST /teams/members', async ({ actor, body, request }) => {
    const { added, invited } = await addOrInvite(deps, { actor, address: callerSubject(request.ip) }, body);
    return added
      ? { msg: 'Team member added successfully', newTeamMember: added }
      : { msg: 'Invitation sent', newTeamMember: invited };
  });

  route(app, deps, 'PATCH /teams/:id/members/:memberId', async ({ actor, params, body }) => ({
    teamMember: await changeRole(deps, actor, { teamId: params.id, userId: params.memberId, ...body }),
  }));

  route(app, deps, 'DELETE /teams/:id/members/:memberId', async ({ actor, params }) => {
    await removeTeamMember(deps, actor, params.id, params.memberId);
    return undefined;
  });
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { listTeamMembers } from './teams.queries.ts';
import { getTeamForMember } from './teams.service.ts';

export function registerTeamRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /teams/:id/members', async ({ actor, params }) => {
    const team = await getTeamForMember(deps.db, actor, params.id);
    const members = await listTeamMembers(deps.db, team.id);
    return { members, total_members: members.length };
  });
}

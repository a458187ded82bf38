/** @import { Guard } from './list.mjs' */

const folder = 'server/src/features/teams/invitations';

/**
 * Guards that let nobody join a team unasked, and that reveal nothing about invited people to a team.
 * @type {Guard[]}
 */
export const invitationGuards = [
  {
    promise: 'only site administrators make somebody a member at once',
    file: 'server/src/features/teams/teams.members.service.ts',
    find: 'if (actor.isSiteAdmin) return { added',
    replace: 'if (actor) return { added',
    test: `${folder}/secrecy.test.ts`,
    title: 'learns no email address, no username and no picture, and makes nobody a member',
  },
  {
    promise: 'an invitation by email is not connected with an account',
    file: `${folder}/invitations.service.ts`,
    find: '  if (email !== undefined) return { userId: null, email: email.toLowerCase() };\n',
    replace:
      "  if (email !== undefined) return { userId: (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? 0, email: null };\n",
    test: `${folder}/secrecy.test.ts`,
    title: 'gets the same answer for an email address with an account and for one without',
  },
  {
    promise: 'a team does not pester a person with invitations',
    file: `${folder}/invitations.service.ts`,
    find: "    { name: 'invited_by_team', subject: `${teamId}:${subject}` },\n",
    replace: '',
    test: `${folder}/secrecy.test.ts`,
    title: 'let a team invite a person at most five times a week, even if the team withdraws each invitation',
  },
  {
    promise: 'sending an invitation again does not pester either',
    file: `${folder}/invitations.service.ts`,
    find: 'countInviting(deps, { actor, teamId: team_id, invited }, async (tx) => {\n    await getSent',
    replace: 'deps.db.transaction().execute(async (tx) => {\n    await getSent',
    test: `${folder}/secrecy.test.ts`,
    title: 'count an invitation that is sent again as a further invitation',
  },
  {
    promise: 'only a verified address makes an invitation to it somebody’s own',
    file: `${folder}/invitations.queries.ts`,
    find: ' and users.email_verified_at is not null',
    replace: '',
    test: `${folder}/invitations.test.ts`,
    title: 'to an email address waits for a person who signs up and verifies the email address',
  },
  {
    promise: 'an invitation ends with the rights of its inviter: the condition',
    file: `${folder}/invitations.queries.ts`,
    find: '    and ${inviterIsAdmin}\n',
    replace: '',
    test: `${folder}/races.test.ts`,
    title: 'waits for the removal of the inviter, and is then refused',
  },
  {
    promise: 'an invitation ends with the rights of its inviter: the lock',
    file: `${folder}/invitations.service.ts`,
    find: '    .forShare()\n',
    replace: '',
    test: `${folder}/races.test.ts`,
    title: 'waits for the removal of the inviter, and is then refused',
  },
  {
    promise: 'one open invitation for each team and person',
    file: 'server/src/db/migrations/0019-team-invitations.sql',
    find: 'create unique index team_invitations_open_user_key',
    replace: 'create index team_invitations_open_user_key',
    test: `${folder}/races.test.ts`,
    title: 'creates only one invitation',
  },
];

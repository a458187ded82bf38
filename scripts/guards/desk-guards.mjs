/** @import { Guard } from './list.mjs' */

const desk = 'server/src/features/desk';
const test = `${desk}/desk.test.ts`;

/** @type {Guard[]} */
export const deskGuards = [
  {
    promise: 'the desk: only team admins and site administrators see amounts',
    file: `${desk}/desk.routes.ts`,
    find: "const seesMoney = mayInTeam('account', actor, role);",
    replace: 'const seesMoney = role !== null;',
    test,
    title: 'hides all amounts from members who are not team admins',
  },
  {
    promise: 'the desk: nobody outside of the team sees what its events sell',
    file: `${desk}/desk.routes.ts`,
    find: "await getTeamAndRoleFor(db, actor, 'view', params.id)",
    replace: "await getTeamAndRoleFor(db, { ...actor, isSiteAdmin: true }, 'view', params.id)",
    test,
    title: 'is closed to the admins of other teams',
  },
  {
    promise: "the mails of a user: no part of a mail's link is shown",
    file: 'server/src/features/admin/admin.queries.ts',
    find: "sql<string>`split_part(fact, ':', 1)`",
    replace: 'sql<string>`fact`',
    test: 'server/src/features/admin/admin.records.test.ts',
    title: 'are listed without the keys in them, newest first',
  },
];

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

const messages = 'server/src/features/messages';
const reachTest = `${messages}/messages.test.ts`;
const wordsTest = `${messages}/messages.words.test.ts`;

/**
 * Guards of what teams write to attendees.
 * @type {Guard[]}
 */
export const messageGuards = [
  {
    promise: 'a repeated request sends no second message: the unique constraint',
    file: `${messages}/messages.service.ts`,
    find: ".onConflict((conflict) => conflict.constraint('messages_request_key').doNothing())",
    replace: '',
    test: reachTest,
    title: 'sends one mail when the same request comes many times at once',
  },
  {
    promise: 'a message reaches only people who still have a ticket',
    file: `${messages}/messages.mails.service.ts`,
    find: 'found.is_addressed && !isOver ?',
    replace: '!isOver ?',
    test: reachTest,
    title: 'does not reach somebody whose ticket has ended before the mail is written',
  },
  {
    promise: 'each address gets a message once',
    file: `${messages}/messages.readers.queries.ts`,
    find: 'select distinct on (lower(reachable.email)) messages.id as message_id',
    replace: 'select messages.id as message_id',
    test: reachTest,
    title: 'reaches accounts, guests and people who were given a ticket, each address once',
  },
  {
    promise: 'the words of a team are no links for people who did not ask for the ticket',
    file: `${messages}/messages.emails.ts`,
    find: 'const shown = breakLinks(unwrapLinks(text));',
    replace: 'const shown = text;',
    test: wordsTest,
    title: 'have no links for people who did not ask for the ticket',
  },
  {
    promise: 'a link that is written with entities is no link for them either',
    file: `${messages}/messages.emails.ts`,
    find: 'formattedText(writeDescriptionWithoutLinks(shown), ',
    replace: 'formattedText(writeDescriptionHtml(shown), ',
    test: wordsTest,
    title: 'have no links for people who did not ask for the ticket',
  },
  {
    promise: 'somebody who stopped the messages of a team gets none',
    file: 'server/src/mail/mail-gate.ts',
    find: "message: { ...asked, beforeVerification: false, stoppedBy: ['messages'], waits: true }",
    replace: 'message: { ...asked, beforeVerification: false, waits: true }',
    test: wordsTest,
    title: 'gets no more of them from any event of the team',
  },
  {
    promise: 'a new team writes to few people',
    file: `${messages}/messages.service.ts`,
    find: 'const isNew = startedAt !== undefined && isNewTeam(startedAt, deps.clock.now());',
    replace: 'const isNew = startedAt === undefined;',
    test: wordsTest,
    title: 'let a new team write to 100 people a day',
  },
  {
    promise: 'tickets do not wait behind a message to many people',
    file: 'server/src/mail/send-once.ts',
    find: 'toMany.includes(letter.kind) ? messagesInTurn(send) : send()',
    replace: 'send()',
    test: 'server/test/mails/mail-once.test.ts',
    title: 'does not wait for a message to many people, which takes two of the five places',
  },
  {
    promise: 'no reminder for an event that was published less than a day before its start',
    file: `${messages}/messages.automatic.queries.ts`,
    find: 'events.published_at <= events.start_time -',
    replace: 'events.published_at is not null or events.start_time <= events.start_time -',
    test: `${messages}/messages.automatic.test.ts`,
    title: 'is not sent for an event that was published less than a day before its start, or has started',
  },
  {
    promise: 'nobody follows a team without confirming',
    file: 'server/src/features/follows/follows.queries.ts',
    find: "    .where('confirmed_at', 'is not', null)\n    .orderBy",
    replace: '    .orderBy',
    test: 'server/src/features/follows/follows.test.ts',
    title: 'needs a mailed link and a press on its page, and gives every address the same answer',
  },
  {
    promise: 'the confirmation of a follower floods no address',
    file: 'server/src/mail/mail-gate.ts',
    find: "['mail_follow_link', 'mail_unasked_hour', 'mail_unasked_day']",
    replace: '[]',
    test: 'server/src/features/follows/follows.test.ts',
    title: 'cannot be used to flood an address, and names no team as a link',
  },
];

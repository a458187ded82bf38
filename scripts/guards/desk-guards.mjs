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
    promise: 'the figures of one event: only team admins and site administrators see amounts',
    file: `${desk}/desk.routes.ts`,
    find: "mayInTeam('account', actor, standing.role)",
    replace: 'standing.role !== null',
    test,
    title: 'have no amounts for members who are not team admins',
  },
  {
    promise: 'the figures of one event: nobody outside of the team sees what it sells',
    file: `${desk}/desk.routes.ts`,
    find: "getEventAndStanding(db, actor, 'manage', params)",
    replace: "getEventAndStanding(db, actor, 'view', params)",
    test,
    title: 'are closed to the admins of other teams',
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
const remindersTest = `${messages}/messages.reminders.test.ts`;

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
    promise: 'a message reaches only recipients who still have a ticket',
    file: `${messages}/messages.mails.service.ts`,
    find: 'found.is_addressed && mayArrive(',
    replace: 'mayArrive(',
    test: reachTest,
    title: 'does not reach somebody whose ticket has ended before the mail is written',
  },
  {
    promise: 'each address gets a message once',
    file: `${messages}/messages.recipients.queries.ts`,
    find: 'select distinct on (lower(reachable.email)) messages.id as message_id',
    replace: 'select messages.id as message_id',
    test: reachTest,
    title: 'reaches accounts, guests and holders who were given a ticket, each address once',
  },
  {
    promise: 'the words of a team are no links for recipients who did not ask for the ticket',
    file: `${messages}/messages.emails.ts`,
    find: 'const shown = breakLinks(unwrapLinks(text));',
    replace: 'const shown = text;',
    test: wordsTest,
    title: 'have no links for recipients who did not ask for the ticket',
  },
  {
    promise: 'a link that is written with entities is no link for them either',
    file: `${messages}/messages.emails.ts`,
    find: 'formattedText(writeDescriptionWithoutLinks(shown), ',
    replace: 'formattedText(writeDescriptionHtml(shown), ',
    test: wordsTest,
    title: 'have no links for recipients who did not ask for the ticket',
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
    promise: 'a new team writes to few recipients',
    file: `${messages}/messages.service.ts`,
    find: 'const isNew = startedAt !== undefined && isNewTeam(startedAt, deps.clock.now());',
    replace: 'const isNew = startedAt === undefined;',
    test: wordsTest,
    title: 'let a new team write to 100 recipients a day',
  },
  {
    promise: 'an account with several new teams writes to few recipients',
    file: `${messages}/messages.service.ts`,
    find: "{ name: 'message_new_team_sender', subject: senderId, count: recipients },",
    replace: '',
    test: wordsTest,
    title: 'count the recipients that an account writes to with all its new teams',
  },
  {
    promise: 'an account creates few teams a day',
    file: 'server/src/features/teams/teams.service.ts',
    find: "{ name: 'new_team', subject: actor.id },",
    replace: '',
    test: wordsTest,
    title: 'let an account create ten teams a day, not counting names that are taken',
  },
  {
    promise: 'answers go to no address that the sender has not verified',
    file: `${messages}/messages.recipients.queries.ts`,
    find: ".on('senders.email_verified_at', 'is not', null)",
    replace: '',
    test: wordsTest,
    title: 'gets no answers there before verifying it',
  },
  {
    promise: 'strangers get no message while its sender has no verified address',
    file: `${messages}/messages.mails.service.ts`,
    find: '...(mail.isUnasked && found.sender_id !== null && { senderIds: [found.sender_id] }),',
    replace: '',
    test: wordsTest,
    title: 'sends nothing to recipients who did not ask for the ticket before verifying it',
  },
  {
    promise: 'only a verified account writes the words of a reminder',
    file: `${messages}/messages.automatic.service.ts`,
    find: 'if (words && !actor.isSiteAdmin) await assertVerified(tx, actor);',
    replace: '',
    test: remindersTest,
    title: 'need a writer with a verified address, and the audit names the writer',
  },
  {
    promise: 'the words of a reminder wait for a verified address of their writer',
    file: `${messages}/messages.automatic.queries.ts`,
    find: ".on('writers.email_verified_at', 'is not', null)",
    replace: '',
    test: remindersTest,
    title: 'give way to the usual words while the address of their writer is not verified',
  },
  {
    promise: 'the words of a reminder count for the limits of a new team',
    file: `${messages}/messages.automatic.service.ts`,
    find: 'if (!usedUp) return { words, uses };',
    replace: 'if (!usedUp || words) return { words, uses };',
    test: remindersTest,
    title: 'give way to the usual words when the limit message_new_team of a new team is used up',
  },
  {
    promise: 'no reminder for another day, after the start or of a cancelled event',
    file: `${messages}/messages.mails.service.ts`,
    find: ': isInTime(kind, { status, start_time, end_time }, now);',
    replace: ': true;',
    test: remindersTest,
    title: 'is not sent when the event has moved to another day',
  },
  {
    promise: 'reminders do not keep back the sale of tickets',
    file: `${messages}/messages.automatic.service.ts`,
    find: '.forKeyShare()',
    replace: '.forNoKeyUpdate()',
    test: remindersTest,
    title: 'do not wait for each other',
  },
  {
    promise: 'only people who came are thanked for coming',
    file: `${messages}/messages.recipients.queries.ts`,
    find: "and (messages.audience <> 'came' or not reachable.is_awaited)",
    replace: '',
    test: `${messages}/messages.automatic.test.ts`,
    title: 'goes only to recipients who were checked in, if anybody was',
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
    promise: 'an unverified account does not follow without a mailed link',
    file: 'server/src/features/follows/follows.service.ts',
    find: '!user?.email_verified_at',
    replace: '!user',
    test: 'server/src/features/follows/follows.accounts.test.ts',
    title:
      'does not let an unverified account skip the mailed link, or see and stop what its address follows',
  },
  {
    promise: 'the confirmation of a follower floods no address',
    file: 'server/src/mail/mail-gate.ts',
    find: "['mail_follow_link', 'mail_unasked_hour', 'mail_unasked_day']",
    replace: '[]',
    test: 'server/src/features/follows/follows.test.ts',
    title: 'cannot be used to flood an address, and names no team as a link',
  },
  {
    promise: 'an event that was private first is new when it becomes public',
    file: 'server/src/db/migrations/0062-listed-at.sql',
    find: 'if new.is_public then',
    replace: 'if true then',
    test: 'server/src/features/follows/follows.test.ts',
    title: 'comes when an event that was private for a year becomes public, and not when it does so again',
  },
];

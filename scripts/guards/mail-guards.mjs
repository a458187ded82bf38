/** @import { Guard } from './list.mjs' */

const test = 'server/test/mails/mail-abuse.test.ts';

const news = 'server/src/features/events/mails';
const newsTest = 'server/test/mails/mail-news-guests.test.ts';

const giftTest = 'server/src/features/orders/after-sale/gifts.test.ts';

const resetTest = 'server/src/features/auth/passwords/reset.test.ts';
const linksFile = 'server/src/features/users/users.links.service.ts';

/**
 * Guards that decide who gets mail, how much mail they get, and what the links in mails can do.
 * @type {Guard[]}
 */
export const mailGuards = [
  {
    promise: 'an address that nobody has verified gets a few mails only',
    file: 'server/src/mail/mail-gate.ts',
    find: 'isVerified ? kindRules[kind].recipient : unverifiedLimits',
    replace: 'kindRules[kind].recipient',
    test,
    title: 'causes only five emails by registering for 15 of its own events',
  },
  {
    promise: 'nobody causes mail to others before their own address is verified',
    file: 'server/src/mail/mail-gate.ts',
    find: 'if (sender.email_verified_at === null)',
    replace: 'if (sender.email === null)',
    test: 'server/src/features/teams/invitations/mails.test.ts',
    title: 'waits until the inviter has verified their email address',
  },
  {
    promise: 'an unverified account does not keep back a ticket with its email address',
    file: 'server/src/features/orders/mails/tickets.queries.ts',
    find: 'and attendees.email_verified_at is not null`;',
    replace: 'and attendees.email_verified_at is null`;',
    test: giftTest,
    title: 'reaches a named attendee even if an account with this address is not verified',
  },
  {
    promise: 'no stop keeps back a ticket that somebody gave away',
    file: 'server/src/mail/mail-gate.ts',
    find: '  if (kindRules[kind].carriesTicket) return false;\n',
    replace: '',
    test: giftTest,
    title: 'arrives even if the owner of the address has stopped all mails',
  },
  {
    promise: 'a refused mail does not lose a ticket that somebody gave away',
    file: 'server/src/features/orders/after-sale/transfers.service.ts',
    find: 'ticket.transferred_at !== null && !isUndelivered',
    replace: 'ticket.transferred_at !== null',
    test: giftTest,
    title: 'can be given again, and only the last holder gets in',
  },
  {
    promise: 'a ticket whose mail has arrived cannot be given again',
    file: 'server/src/features/orders/mails/undelivered.queries.ts',
    find: ' && !(await hasCopy(db, fact))',
    replace: '',
    test: giftTest,
    title: 'stays with its holder once a copy of the mail has arrived',
  },
  {
    promise: 'orders: mails that somebody asks for again are limited for each new holder',
    file: 'server/src/features/orders/after-sale/resend.service.ts',
    find: '[order.buyer_email, ...holders]',
    replace: '[order.buyer_email]',
    test: 'server/src/features/orders/after-sale/after-sale.test.ts',
    title: 'counts, when sent again, for the mailbox of each person who was given a ticket',
  },
  {
    promise: 'a mail that was held back is sent when the address is verified',
    file: 'server/src/mail/held-mails.ts',
    find: "  if (account?.email_verified_at !== null) throw new Error('The account that a mail waits for has changed');\n",
    replace: '',
    test: 'server/test/mails/mail-gate.test.ts',
    title: 'does not wait if its reader has already verified their email address',
  },
  {
    promise: 'names in unasked mails become no links',
    file: 'server/src/mail/words.ts',
    find: 'breakLinks(value)',
    replace: 'value',
    test,
    title: 'contains no event title that mail programs turn into a link',
  },
  {
    promise: 'a mailed link works once',
    file: linksFile,
    find: ".deleteFrom('account_links')\n    .where('token_hash'",
    replace: ".updateTable('account_links')\n    .set({ created_at: now })\n    .where('token_hash'",
    test: 'server/src/features/users/users.links.test.ts',
    title: 'even when ten requests use the link at the same moment',
  },
  {
    promise: 'a mailed link to choose a password works for an hour',
    file: linksFile,
    find: 'reset_password: hourMs',
    replace: 'reset_password: 2 * hourMs',
    test: resetTest,
    title: 'cannot be reset with a link that is unknown, used, expired, or older than the present password',
  },
  {
    promise: 'asking for a mailed link does not tell who has an account',
    file: 'server/src/features/auth/passwords/reset.service.ts',
    find: '  const userId = await findUserIdByEmail(deps.db, email);\n',
    replace:
      '  const userId = await findUserIdByEmail(deps.db, email);\n  if (userId === undefined) return;\n',
    test: resetTest,
    title: 'gets the same answer and causes the same work for a known and an unknown email address',
  },
  {
    promise: 'a mailed link for an address that was given up sets no password',
    file: 'server/src/features/auth/passwords/reset.service.ts',
    find: 'user?.email.toLowerCase() !== link.email.toLowerCase()',
    replace: '!user',
    test: resetTest,
    title: 'cannot be reset with a link that went to an email address which the account no longer uses',
  },
  {
    promise: 'no other site learns a mailed link that stops mails',
    file: 'server/src/features/pages/pages.routes.ts',
    find: " || url.startsWith('/mail/stop/')",
    replace: '',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'is not stored by browsers and sends no referrer to other websites',
  },
  {
    promise: 'processes that start at once share the session secret',
    file: 'server/src/http/session-secret.ts',
    find: 'const draft = `${file}.${randomUUID()}`;',
    replace: 'const draft = file;',
    test: 'server/src/http/session-secret.test.ts',
    title: 'is the same for two processes when one process starts while the other process writes the secret',
  },
  {
    promise: 'news about an event reaches people who ordered without an account',
    file: `${news}/news.queries.ts`,
    find: ".leftJoin('users as buyers', 'buyers.id', 'orders.user_id')",
    replace: ".innerJoin('users as buyers', 'buyers.id', 'orders.user_id')",
    test: newsTest,
    title: 'hears once that the event has moved, with a link that opens the order',
  },
  {
    promise: 'news about an event reaches the new holder of a ticket',
    file: `${news}/news.queries.ts`,
    find: '        tickets.transferred_at is not null\n        or',
    replace: '        false\n        or',
    test: newsTest,
    title: 'hears that the event moves, with a link that opens the ticket',
  },
  {
    promise: 'a person who stopped all mails hears no news of an order that a stranger placed for free',
    file: `${news}/events.emails.ts`,
    find: "reader !== 'guest' || !hasPaid;",
    replace: "reader !== 'guest';",
    test: newsTest,
    title: 'gets a mail in which the venue cannot become a link, and no mail after stopping all mails',
  },
  {
    promise: 'the new holder of a ticket hears when its money goes back to the buyer',
    file: 'server/src/features/payments/ledger/ledger.service.ts',
    find: '  await enqueueEndedTicketMails(deps, tx, orderId, refundedIds);\n',
    replace: '',
    test: newsTest,
    title: 'hears when the organiser refunds the ticket',
  },
  {
    promise: 'a limit of mails delays news about an event and drops none',
    file: 'server/src/mail/mail-gate.ts',
    find: ' || kindRules[kind].waits',
    replace: '',
    test: 'server/test/mails/mail-gate.test.ts',
    title: 'drop a sixth unrequested mail in an hour, and only delay news about an event',
  },
  {
    promise: 'the new holder of a ticket hears that it is deleted, and the buyer does not',
    file: 'server/src/features/orders/mails/cancelled.service.ts',
    find: '...(given && { given })',
    replace: '',
    test: 'server/test/mails/mail-news-guests.test.ts',
    title: 'hears that the organiser deleted the ticket, and the buyer gets no mail',
  },
  {
    promise: 'no delayed mail about a deleted ticket keeps the address of a deleted account',
    file: 'server/src/mail/held-mails.ts',
    find: "\n        or lower(data -> 'given' ->> 'attendee_email') = ${email.toLowerCase()}",
    replace: '',
    test: 'server/src/features/accounts/accounts.forgetting.test.ts',
    title: 'leaves no name in any text column of the database',
  },
  {
    promise:
      '5 an attendee hears of a cancelled ticket although the account of the buyer was deleted meanwhile',
    file: 'server/src/features/orders/mails/returned.service.ts',
    find: '  if (!ticket || ticket.attendee_email !== null || !given) return ticket;\n',
    replace: '  if (ticket || !given) return ticket;\n',
    test: 'server/src/features/orders/mails/former-attendees.test.ts',
    title: 'gets a mail even if the account of the buyer is deleted before the mail is sent',
  },
  {
    promise: 'picture: mails show no picture of a private event',
    file: 'server/src/mail/mail-picture.ts',
    find: "when events.status = 'published' and events.is_public then",
    replace: "when events.status = 'published' then",
    test: 'server/test/mails/mail-pictures.test.ts',
    title: 'never shows the picture of a private event',
  },
  {
    promise: 'picture: nobody sends strangers a picture by typing their address into a free order',
    file: 'server/src/features/orders/mails/tickets.emails.ts',
    find: '(order.user_id !== null || order.total_pence > 0)',
    replace: 'true',
    test: 'server/test/mails/mail-pictures.test.ts',
    title: 'shows no picture to a guest who paid nothing, because somebody else may have typed the address',
  },
];

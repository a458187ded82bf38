/** @import { Guard } from './list.mjs' */

const test = 'server/test/mails/mail-abuse.test.ts';

/** Who gets mail, and how much of it. @type {Guard[]} */
export const mailGuards = [
  {
    promise: 'an address that nobody has verified gets a few mails only',
    file: 'server/src/mail/mail-gate.ts',
    find: 'isVerified ? kindRules[kind].recipient : unverifiedLimits',
    replace: 'kindRules[kind].recipient',
    test,
    title: 'causes five emails by registering for 60 of its own events',
  },
  {
    promise: 'nobody causes mail to others before their own address is verified',
    file: 'server/src/mail/mail-gate.ts',
    find: 'if (sender.email_verified_at === null)',
    replace: 'if (sender.email === null)',
    test,
    title: 'sends nothing to five people who get unasked tickets',
  },
  {
    promise: 'a mail that was held back is sent when the address is verified',
    file: 'server/src/mail/held-mails.ts',
    find: "  if (account?.email_verified_at !== null) throw new Error('The account that a mail waits for has changed');\n",
    replace: '',
    test: 'server/test/mails/mail-gate.test.ts',
    title: 'is not kept when the address was verified in the meantime',
  },
  {
    promise: 'names in unasked mails become no links',
    file: 'server/src/mail/words.ts',
    find: 'breakLinks(value)',
    replace: 'value',
    test,
    title: 'has names that no mail program turns into links',
  },
];

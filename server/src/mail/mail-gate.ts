import type { StopScope } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { countUses, takeBackUses, type LimitName } from '../http/limits.ts';
import type { Wait } from './held-mails.ts';
import type { Letter, MailKind } from './letter.ts';
import { hashMailbox } from './mailbox.ts';
import { findStops, hashAddress, type Stop } from './mail-stops.ts';

interface KindRule {
  beforeVerification: boolean;
  stoppedBy: readonly StopScope[];
  /**
   * The limits for the recipient. For an account with an unverified email address, `unverifiedLimits` apply instead.
   */
  recipient: readonly LimitName[];
  sender: readonly LimitName[];
  /**
   * Whether a mail over a limit is sent later. Other mails over a limit are dropped if the recipient's address is not
   * verified.
   */
  waits?: true;
  /** Whether the mail carries a ticket that would be lost without the mail. */
  carriesTicket?: true;
}

const asked = { stoppedBy: [], recipient: ['mail_asked'], sender: [] } as const;
const unasked = {
  beforeVerification: false,
  stoppedBy: ['all', 'team'],
  recipient: ['mail_unasked_hour', 'mail_unasked_day'],
} as const;

const kindRules: Record<MailKind, KindRule> = {
  verification: { ...asked, beforeVerification: true },
  reset: { ...asked, beforeVerification: true, recipient: ['mail_reset', 'mail_asked'] },
  account: { ...asked, beforeVerification: true },
  order: { ...asked, beforeVerification: true },
  news: { ...asked, beforeVerification: false, stoppedBy: ['event'], waits: true },
  duty: { ...asked, beforeVerification: false },
  unasked: { ...unasked, sender: ['mail_sender_hour', 'mail_sender_day'] },
  // The ticket's old code is dead, so no stop, unverified account or deleted giver may keep this mail back.
  gift: {
    beforeVerification: true,
    stoppedBy: [],
    recipient: unasked.recipient,
    sender: ['mail_sender_hour', 'mail_sender_day'],
    waits: true,
    carriesTicket: true,
  },
  // No other mail tells these people that the event has moved or is cancelled.
  unasked_news: { ...unasked, sender: [], waits: true },
  // Anybody can type any address, so a stop or a used-up limit ends this mail.
  follow_request: {
    beforeVerification: true,
    stoppedBy: ['all', 'team'],
    recipient: ['mail_follow_link', 'mail_unasked_hour', 'mail_unasked_day'],
    sender: [],
  },
  follow: { ...asked, beforeVerification: true, stoppedBy: ['follow'], waits: true },
  message: { ...asked, beforeVerification: false, stoppedBy: ['messages'], waits: true },
  unasked_message: { ...unasked, stoppedBy: ['all', 'team', 'messages'], sender: [], waits: true },
};

const unverifiedLimits = ['mail_unverified_hour', 'mail_unverified_day'] as const;

export type Verdict =
  | { verdict: 'send'; takeBack: () => Promise<void> }
  /** Of several held mails with the same `place`, Foyer keeps the newest. Without `place`, all are kept. */
  | { verdict: 'hold'; wait: Wait; reason: string; place?: string }
  | { verdict: 'drop'; reason: string };

/**
 * Decides whether a mail may be sent now, later or never, right before it is written. A mail that may be sent now has
 * been counted for the limits. Reasons name no person, because they are logged.
 */
export async function judgeLetter(deps: Deps, letter: Letter): Promise<Verdict> {
  const { kind, to } = letter;
  if (to.userId === null) return judgeToStranger(deps, letter);
  const recipient = await findAddress(deps, to.userId);
  if (!recipient) return drop('the recipient has no account any more');
  const isCurrent = recipient.email.toLowerCase() === to.email.toLowerCase();
  const isVerified = isCurrent && recipient.email_verified_at !== null;
  // Only notices about the account itself may go to a former email address.
  if (!isCurrent && kind !== 'account') throw new Error('The recipient has changed the address');
  if (await isStopped(deps, letter, isVerified)) return drop('the recipient has stopped such mails');
  const objection = await judgeSenders(deps, letter);
  if (objection) return objection;
  if (!isVerified && !kindRules[kind].beforeVerification) {
    return hold({ userId: to.userId }, 'the recipient has not verified the address');
  }
  return countLetter(deps, letter, isVerified ? kindRules[kind].recipient : unverifiedLimits);
}

/** Judges a mail to a person without an account, such as a guest or somebody who has deleted their account. */
async function judgeToStranger(deps: Deps, letter: Letter): Promise<Verdict> {
  const hasAsked = letter.kind === 'account' || letter.mustArrive === true;
  if (await isStopped(deps, letter, hasAsked)) return drop('the recipient has stopped such mails');
  const objection = await judgeSenders(deps, letter);
  return objection ?? countLetter(deps, letter, kindRules[letter.kind].recipient);
}

/** A giver of a ticket had a verified address then, but may have changed it or deleted the account since. */
async function judgeSenders(deps: Deps, { kind, senderIds = [] }: Letter): Promise<Verdict | null> {
  if (kindRules[kind].carriesTicket) return null;
  for (const userId of senderIds) {
    const sender = await findAddress(deps, userId);
    if (!sender) return drop('the sender has no account any more');
    if (sender.email_verified_at === null) return hold({ userId }, 'the sender has not verified the address');
  }
  return null;
}

function findAddress({ db }: Deps, userId: number) {
  return db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/**
 * Whether the owner of the email address has stopped mails of this kind. For an unverified address, a stop of all mails
 * stops every kind, because nobody has proven that the owner asked for any.
 */
async function isStopped({ db }: Deps, { kind, to, teamId, eventId }: Letter, isVerified: boolean) {
  if (kindRules[kind].carriesTicket) return false;
  const stops: Record<StopScope, Stop | null> = {
    all: { scope: 'all', objectId: 0 },
    team: teamId ? { scope: 'team', objectId: teamId } : null,
    follow: teamId ? { scope: 'follow', objectId: teamId } : null,
    messages: teamId ? { scope: 'messages', objectId: teamId } : null,
    event: eventId ? { scope: 'event', objectId: eventId } : null,
  };
  const scopes = isVerified ? kindRules[kind].stoppedBy : (['all', ...kindRules[kind].stoppedBy] as const);
  const wanted = scopes.flatMap((scope) => stops[scope] ?? []);
  return (await findStops(db, hashAddress(to.email), wanted)).length > 0;
}

async function countLetter(deps: Deps, letter: Letter, recipientLimits: readonly LimitName[]) {
  const { kind, to, caller, guestOrderId, senderIds = [] } = letter;
  const mailbox = hashMailbox(to.email);
  const uses = [
    ...recipientLimits.map((name) => ({ name, subject: mailbox })),
    ...(caller ? [{ name: 'mail_caller' as const, subject: caller }] : []),
    ...(guestOrderId === undefined ? [] : [{ name: 'attendee_order' as const, subject: guestOrderId }]),
    ...senderIds.flatMap((subject) => kindRules[kind].sender.map((name) => ({ name, subject }))),
  ];
  const usedUp = await countUses(deps, uses);
  if (!usedUp) return { verdict: 'send', takeBack: () => takeBackUses(deps, uses) } satisfies Verdict;
  const reason = `the limit ${usedUp.name} is used up`;
  // A late link to choose a password is useless. The owner can ask for a new one.
  if (kind === 'reset') return drop(reason);
  // Drop the mail, because the caller may be mailing many strangers. The owner can ask for another link, and the site
  // also shows an invitation.
  if (usedUp.name === 'mail_caller') return drop(reason);
  // The guest has all tickets of the order.
  if (usedUp.name === 'attendee_order') return drop(reason);
  const isVerified = to.userId !== null && recipientLimits !== unverifiedLimits;
  if (isVerified || letter.mustArrive || kindRules[kind].waits) return hold({ until: usedUp.until }, reason);
  // Hold the newest verification mail, because a stranger may have used up the limit of an email address whose owner
  // signs up now.
  if (kind === 'verification') {
    return { ...hold({ until: usedUp.until }, reason), place: `verify-email:${mailbox}` };
  }
  // Somebody may be flooding this unverified address, and held mails would make the flood last longer. Hold only mails
  // about an account's orders, until the address is verified.
  return to.userId !== null && kind === 'order' ? hold({ userId: to.userId }, reason) : drop(reason);
}

function hold(wait: Wait, reason: string) {
  return { verdict: 'hold', wait, reason } satisfies Verdict;
}

function drop(reason: string): Verdict {
  return { verdict: 'drop', reason };
}

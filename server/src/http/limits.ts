import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { tooManyRequests } from './errors.ts';
import type { Actor } from './session.ts';

interface Limit {
  uses: number;
  minutes: number;
}

/** How often one subject may do each thing. A subject is an account, a caller's address or the recipient of a mail. */
export const limits = {
  /** Sign-ups from one network address. A whole office may share one, so the limit is high. */
  sign_up: { uses: 100, minutes: 15 },
  /** Failed logins from one network address, for all accounts together. A whole office may share one. */
  login_address: { uses: 100, minutes: 15 },
  /** Failed logins to one account from one address. */
  login_account_address: { uses: 10, minutes: 15 },
  /** Failed logins to one account from all unknown devices. Beyond this the account is slowed, not locked. */
  login_account: { uses: 20, minutes: 15 },
  /** Failed logins to one account from one device that signed in to it before. */
  login_device: { uses: 10, minutes: 15 },
  /** Wrong passwords or codes from somebody who is signed in, for each session. */
  secret_of_session: { uses: 10, minutes: 15 },
  /** Wrong codes of a second factor from somebody who is signed in, for each session. Only a right code clears it. */
  second_factor_session: { uses: 10, minutes: 15 },
  /** Wrong second factors from one known device. */
  second_factor_device: { uses: 10, minutes: 15 },
  /**
   * Wrong second factors from all unknown devices. Only somebody who knows the password can use this up. The first time
   * lasts 15 minutes, the second an hour, all others a day (`limitCodes`), so guessing six digits takes many years.
   */
  second_factor_account: { uses: 10, minutes: 15 },
  /** How often the two limits above were used up in a row. Each time lasts longer than the one before. */
  second_factor_block: { uses: 1000, minutes: 365 * 24 * 60 },
  /** Wrong recovery codes for one account from one address. They cannot be guessed; this only keeps the work small. */
  recovery_code: { uses: 10, minutes: 15 },
  /** Mails that tell the owner of wrong second factors. */
  second_factor_news: { uses: 3, minutes: 24 * 60 },
  /**
   * How often one account may name another user, to invite them to a team or to add them to an event. Enough to fill a
   * guest list by hand, too few to collect everybody's email address or to find out who has an account.
   */
  naming: { uses: 30, minutes: 60 },
  /** The same for all accounts at one address, because anybody can make accounts. */
  naming_address: { uses: 100, minutes: 60 },
  /**
   * How often one account may type an email to give a ticket. The answer tells whether the address has an account, so
   * this is little: enough to correct a guest list, too few to try a list of addresses.
   */
  typed_email: { uses: 20, minutes: 24 * 60 },
  /** The same for all accounts at one address, because anybody can make accounts. */
  typed_email_address: { uses: 40, minutes: 24 * 60 },
  /**
   * Mails to an address that nobody has verified: the verification mail and a few tickets of the own orders. More can
   * only be an attack on a stranger.
   */
  mail_unverified_hour: { uses: 5, minutes: 60 },
  mail_unverified_day: { uses: 10, minutes: 24 * 60 },
  /** Mails to addresses that nobody has verified, caused from one IP address. A whole office may share an address. */
  mail_caller: { uses: 20, minutes: 60 },
  /** Using mailed links from one IP address. Their tokens cannot be guessed; this only keeps the work small. */
  follow_link: { uses: 60, minutes: 15 },
  /** Asking for the verification mail again. */
  resend_verification: { uses: 5, minutes: 60 },
  /** Asking for links to choose a new password, from one IP address. */
  forgot_password: { uses: 20, minutes: 60 },
  /** Links to choose a new password that one mailbox gets. More would only annoy: each works for an hour. */
  mail_reset: { uses: 3, minutes: 60 },
  /** Changing one's address: each change sends a mail to an address that may be a stranger's. */
  change_address: { uses: 5, minutes: 60 },
  /** The same from one IP address, because anybody can make accounts. */
  change_address_caller: { uses: 20, minutes: 60 },
  /** Mails that the owner of a verified address asked for. A buyer of many tickets gets them all, some a bit later. */
  mail_asked: { uses: 200, minutes: 60 },
  /** Mails that the owner of a verified address did not ask for, such as gift tickets, from all senders together. */
  mail_unasked_hour: { uses: 5, minutes: 60 },
  mail_unasked_day: { uses: 10, minutes: 24 * 60 },
  /** Unasked mails that one account causes. Enough to fill a guest list, in the same pace as `naming` allows. */
  mail_sender_hour: { uses: 30, minutes: 60 },
  mail_sender_day: { uses: 100, minutes: 24 * 60 },
  /**
   * Forms with pictures of one account. Far more than an organiser sends, but it ends the work of somebody who sends
   * pictures that take long to decode, or who keeps opening forms to keep others out.
   */
  form: { uses: 200, minutes: 60 },
  /** Pictures by address. Each makes this server ask another one, which must not become a flood. */
  picture_address: { uses: 60, minutes: 60 },
  /**
   * How often one account may look up other users by id, name or email. Our own web looks up nobody but oneself, so
   * only other clients need this. At 60 in an hour it takes weeks to count through 10,000 ids.
   */
  look_up: { uses: 60, minutes: 60 },
  /** The same for all accounts at one address, because anybody can make accounts. */
  look_up_address: { uses: 120, minutes: 60 },
  /**
   * How often one address or account may be told that a username or an email is taken. More than a class of pupils who
   * sign up together needs, too few to find out which addresses of a list have accounts.
   */
  taken_name: { uses: 30, minutes: 60 },
  /** Tickets as PDF and exports of one account. Enough for a team that prints the tickets of a full bus. */
  costly: { uses: 120, minutes: 10 },
  /** Invitations of one team to one person, also withdrawn ones: a wrong role can be corrected, nobody is pestered. */
  invited_by_team: { uses: 5, minutes: 7 * 24 * 60 },
  /**
   * Invitations from one account to one person, for all its teams. Far below `invited`, so that one account cannot keep
   * other teams from inviting somebody.
   */
  invited_by_account: { uses: 6, minutes: 24 * 60 },
  /** Invitations to one person from all teams together. */
  invited: { uses: 20, minutes: 24 * 60 },
  /** Downloads of all data about a person. Each reads many tables. */
  account_export: { uses: 10, minutes: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];

/** Who calls, and the address from which, as `callerSubject` shortens it. */
export interface Signed {
  actor: Actor;
  address: string;
}

type LimitDeps = Pick<Deps, 'config' | 'db' | 'clock'>;

/**
 * Counts one use. Throws `too_many_requests` when the subject has used up its limit. Call this before the work starts,
 * so that parallel requests cannot get past the limit, and outside of transactions, because it uses a connection of its
 * own. All processes share the count. Returns how many uses there are now; 0 when limits are off.
 */
export async function countUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<number> {
  const { seconds, uses } = await addUse(deps, name, subject);
  if (seconds > 0) throw tooManyRequests(seconds);
  return uses;
}

/** Counts one use. Returns false instead of throwing when the subject has used up its limit. */
export async function tryUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<boolean> {
  return (await addUse(deps, name, subject)).seconds === 0;
}

/** Adds one use. `seconds` is 0, or how long the limit lasts when the subject has used it up. */
async function addUse(deps: LimitDeps, name: LimitName, subject: string | number) {
  if (!deps.config.rateLimits) return { seconds: 0, uses: 0 };
  const now = deps.clock.now();
  const { uses, minutes } = limits[name];
  const counted = await deps.db
    .insertInto('limit_counts')
    .values({
      subject: `${name}:${subject}`,
      uses: 1,
      window_ends_at: new Date(now.getTime() + minutes * 60_000),
    })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        uses: sql`case when limit_counts.window_ends_at > ${now} then limit_counts.uses + 1 else 1 end`,
        window_ends_at: sql`case when limit_counts.window_ends_at > ${now}
          then limit_counts.window_ends_at else excluded.window_ends_at end`,
      }),
    )
    .returning(['uses', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  const left = (counted.window_ends_at.getTime() - now.getTime()) / 1000;
  return { seconds: counted.uses <= uses ? 0 : left, uses: counted.uses };
}

/** Lets the present count of one subject last for some minutes from now. */
export async function prolongCount(
  deps: LimitDeps,
  name: LimitName,
  subject: string,
  minutes: number,
): Promise<void> {
  await deps.db
    .updateTable('limit_counts')
    .set({ window_ends_at: new Date(deps.clock.now().getTime() + minutes * 60_000) })
    .where('subject', '=', `${name}:${subject}`)
    .execute();
}

/** Throws `too_many_requests` when the subject has used up its limit. Counts nothing. */
export async function assertUsesLeft(deps: LimitDeps, name: LimitName, subject: string | number) {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
  const usedUp = await deps.db
    .selectFrom('limit_counts')
    .select('window_ends_at')
    .where('subject', '=', `${name}:${subject}`)
    .where('uses', '>=', limits[name].uses)
    .where('window_ends_at', '>', now)
    .executeTakeFirst();
  if (usedUp) throw tooManyRequests((usedUp.window_ends_at.getTime() - now.getTime()) / 1000);
}

interface Use {
  name: LimitName;
  subject: string | number;
}

/** Counts one use of each limit, or of none when one is used up. Returns the one that is, and when it ends. */
export async function countUses(
  deps: LimitDeps,
  uses: readonly Use[],
): Promise<{ name: LimitName; until: Date } | null> {
  for (const [index, { name, subject }] of uses.entries()) {
    const { seconds } = await addUse(deps, name, subject);
    if (seconds === 0) continue;
    await takeBackUses(deps, uses.slice(0, index + 1));
    return { name, until: new Date(deps.clock.now().getTime() + seconds * 1000) };
  }
  return null;
}

export async function takeBackUses(deps: LimitDeps, uses: readonly Use[]): Promise<void> {
  for (const { name, subject } of uses) await takeBackUse(deps, name, subject);
}

/** Takes back one use after a success, for limits that count only failures. */
export async function takeBackUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db
    .updateTable('limit_counts')
    .set({ uses: sql`greatest(uses - 1, 0)` })
    .where('subject', '=', `${name}:${subject}`)
    .execute();
}

/** Forgets all uses of one subject. */
export async function clearUses(deps: LimitDeps, name: LimitName, subject: string | number): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db.deleteFrom('limit_counts').where('subject', '=', `${name}:${subject}`).execute();
}

/**
 * Limits how often a caller invites another person to a team or adds them to an event. The person gets a mail with the
 * caller's words in it. Site administrators are not limited. Throws `too_many_requests`.
 */
export async function countAddingPeople(
  deps: Deps,
  { actor, address }: Signed,
  userId: number | undefined,
): Promise<void> {
  if (actor.isSiteAdmin || userId === actor.id) return;
  await countUse(deps, 'naming_address', address);
  await countUse(deps, 'naming', actor.id);
}

/** Limits how often a caller looks up users other than themselves. Site administrators are not limited. */
export async function countLookUp(deps: Deps, { actor, address }: Signed): Promise<void> {
  if (actor.isSiteAdmin) return;
  await countUse(deps, 'look_up_address', address);
  await countUse(deps, 'look_up', actor.id);
}

/** Deletes counts whose time window has ended. */
export async function deleteEndedCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limit_counts').where('window_ends_at', '<', now).execute();
}

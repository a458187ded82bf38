import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';
import type { Actor } from './session.ts';

/** The subject for attempts at a user's password. It is the same whether the username or the email was typed. */
export function accountSubject(userId: number): string {
  return `account:${userId}`;
}

/** The subject for attempts with a name that no user has. It never equals the subject of a user. */
export function unknownAccountSubject(name: string): string {
  return `account:name:${name.toLowerCase()}`;
}

interface Limit {
  tries: number;
  windowMinutes: number;
}

/**
 * How many attempts each kind of subject allows. A subject says whose attempts are counted, such as `account:12`; its
 * kind is the text before the first colon.
 */
const limits: Record<string, Limit> = {
  account: { tries: 10, windowMinutes: 15 },
  // How often one person may name another user in an hour, to add them to a team or an event. Enough to fill a guest
  // list by hand, too few to collect everybody's email address.
  naming: { tries: 30, windowMinutes: 60 },
};

/** The limit for an IP address. A whole office may share one, so it gets more attempts than an account. */
const addressLimit: Limit = { tries: 100, windowMinutes: 15 };

function limitOf(subject: string): Limit {
  return limits[subject.slice(0, subject.indexOf(':'))] ?? addressLimit;
}

/**
 * Counts an attempt. Throws `too_many_requests` when the subject has used up its attempts. Call this before the
 * password is checked, so that parallel guesses cannot get past the limit. All processes share the count.
 */
export async function countAttempt(deps: Deps, subject: string): Promise<void> {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
  const { tries, windowMinutes } = limitOf(subject);
  const window_ends_at = new Date(now.getTime() + windowMinutes * 60_000);
  const counted = await deps.db
    .insertInto('login_failures')
    .values({ subject, failures: 1, window_ends_at })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql`case when login_failures.window_ends_at > ${now} then login_failures.failures + 1 else 1 end`,
        window_ends_at: sql`case when login_failures.window_ends_at > ${now}
          then login_failures.window_ends_at else excluded.window_ends_at end`,
      }),
    )
    .returning(['failures', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  if (counted.failures <= tries) return;
  throw new ApiError('too_many_requests', {
    retryAfterSeconds: (counted.window_ends_at.getTime() - now.getTime()) / 1000,
  });
}

/**
 * Limits how often a caller adds another person to a team or an event, because the caller then sees the person's email
 * address, and the person gets a mail with the caller's words in it. Site administrators are not limited: they can read
 * all addresses anyway. Throws `too_many_requests`.
 */
export async function countAddingPeople(deps: Deps, actor: Actor, userId: number | undefined): Promise<void> {
  if (actor.isSiteAdmin || userId === actor.id) return;
  await countAttempt(deps, `naming:${actor.id}`);
}

/**
 * Takes back an attempt that succeeded, because only failures count. An account's count returns to zero, and any other
 * count goes down by one.
 */
export async function takeBackAttempt(deps: Deps, subjects: string[]): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db
    .updateTable('login_failures')
    .set({ failures: sql`case when subject like 'account:%' then 0 else greatest(failures - 1, 0) end` })
    .where('subject', 'in', subjects)
    .execute();
}

/** Deletes counts whose time window has ended. */
export async function forgetPastTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('window_ends_at', '<', now).execute();
}

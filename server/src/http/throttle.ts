import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';
import type { Actor } from './session.ts';

/** What tries at a user's password are counted under, whichever of their names was typed. */
export function accountSubject(userId: number): string {
  return `account:${userId}`;
}

/** The same for a name that nobody has; it looks like no user's id. */
export function unknownAccountSubject(name: string): string {
  return `account:name:${name.toLowerCase()}`;
}

interface Limit {
  tries: number;
  windowMinutes: number;
}

/** By the first word of a subject. */
const limits: Record<string, Limit> = {
  account: { tries: 10, windowMinutes: 15 },
  // Enough to staff a team or a guest list by hand; whoever collects everybody's emails needs months.
  naming: { tries: 30, windowMinutes: 60 },
};

/** An address may serve a whole office or venue, so it gets more tries than one account. */
const addressLimit: Limit = { tries: 100, windowMinutes: 15 };

function findLimit(subject: string): Limit {
  return limits[subject.slice(0, subject.indexOf(':'))] ?? addressLimit;
}

/**
 * Counts a try against the subject before the password is looked at, so that parallel guesses cannot slip
 * past the count. It is kept in the database, where all processes share it. Throws `too_many_requests`.
 */
export async function countTry(deps: Deps, subject: string): Promise<void> {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
  const { tries, windowMinutes } = findLimit(subject);
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
 * Counts that the caller names somebody else, by id or by name, who then is in their team or comes to their event:
 * the caller sees that person's email, and the person gets mail with the caller's words in it. Site administrators
 * see everybody anyway. Throws `too_many_requests`.
 */
export async function countNaming(deps: Deps, actor: Actor, userId: number | undefined): Promise<void> {
  if (actor.isSiteAdmin || userId === actor.id) return;
  await countTry(deps, `naming:${actor.id}`);
}

/** Takes a try back that turned out right: only failures are held against anybody. */
export async function forgetTry(deps: Deps, subjects: string[]): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db
    .updateTable('login_failures')
    .set({ failures: sql`case when subject like 'account:%' then 0 else greatest(failures - 1, 0) end` })
    .where('subject', 'in', subjects)
    .execute();
}

/** Forgets counts whose time is over. */
export async function forgetPastTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('window_ends_at', '<', now).execute();
}

import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';

const windowMinutes = 15;

/** What tries at a user's password are counted under, whichever of their names was typed. */
export function accountSubject(userId: number): string {
  return `account:${userId}`;
}

/** The same for a name that nobody has; it looks like no user's id. */
export function unknownAccountSubject(name: string): string {
  return `account:name:${name.toLowerCase()}`;
}

/** Per window. An address may serve a whole office or venue, so it gets more tries than one account. */
function allowedTries(subject: string): number {
  return subject.startsWith('account:') ? 10 : 100;
}

/**
 * Counts a try against the subject before the password is looked at, so that parallel guesses cannot slip
 * past the count. It is kept in the database, where all processes share it. Throws `too_many_requests`.
 */
export async function countTry(deps: Deps, subject: string): Promise<void> {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
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
  if (counted.failures <= allowedTries(subject)) return;
  throw new ApiError('too_many_requests', {
    retryAfterSeconds: (counted.window_ends_at.getTime() - now.getTime()) / 1000,
  });
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

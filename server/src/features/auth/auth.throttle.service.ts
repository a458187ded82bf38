import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { allowedTries, throttleWindowMinutes } from './auth.rules.ts';

/**
 * Counts a try against the subject before the password is looked at, so that parallel guesses cannot slip
 * past the count. It is kept in the database, where all processes share it. Throws `too_many_requests`.
 */
export async function countTry(deps: Deps, subject: string): Promise<void> {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
  const window_ends_at = new Date(now.getTime() + throttleWindowMinutes * 60_000);
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

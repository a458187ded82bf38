import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { allowedTries, throttleWindowMinutes } from './auth.rules.ts';

/**
 * Counts a try against each subject before the password is looked at, so that parallel guesses cannot slip
 * past the count. It is kept in the database, where all processes share it. Throws `too_many_requests`.
 */
export async function countTry(deps: Deps, subjects: string[]): Promise<void> {
  if (!deps.config.rateLimits) return;
  const now = deps.clock.now();
  const window_ends_at = new Date(now.getTime() + throttleWindowMinutes * 60_000);
  const rows = await deps.db
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject, failures: 1, window_ends_at })))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql`case when login_failures.window_ends_at > ${now} then login_failures.failures + 1 else 1 end`,
        window_ends_at: sql`case when login_failures.window_ends_at > ${now}
          then login_failures.window_ends_at else excluded.window_ends_at end`,
      }),
    )
    .returning(['subject', 'failures', 'window_ends_at'])
    .execute();
  const blocked = rows.find((row) => row.failures > allowedTries(row.subject));
  if (!blocked) return;
  throw new ApiError('too_many_requests', {
    retryAfterSeconds: (blocked.window_ends_at.getTime() - now.getTime()) / 1000,
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

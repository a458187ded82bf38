import { createBoundedQueue } from '../bounded-queue.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';
import { countUse } from './limits.ts';

/** A process does this many costly tasks at once. Others wait, so that cheap requests stay fast. */
const atOnce = 2;

/**
 * One account may have this many costly tasks waiting or running. This is enough for a person who opens all tickets of
 * a group at once.
 */
const maxOpenPerAccount = 10;

const queue = createBoundedQueue({ atOnce, longestWaitMs: 5_000 });

/** The number of waiting and running tasks, by account id or, without an account, by a text such as `order 12`. */
const open = new Map<number | string, number>();

/**
 * Does work that takes far longer than usual, such as drawing a ticket or an export. Throws `too_many_requests` when
 * the account has too many of these tasks or has used up its limit, and `unavailable` when the task would wait too
 * long.
 */
export async function doCostlyWork<T>(
  deps: Deps,
  actor: { id: number | string },
  work: () => Promise<T>,
): Promise<T> {
  const already = open.get(actor.id) ?? 0;
  if (already >= maxOpenPerAccount) throw new ApiError('too_many_requests', { retryAfterSeconds: 2 });
  open.set(actor.id, already + 1);
  try {
    await countUse(deps, 'costly', actor.id);
    return await queue.run(work, deps.overloadLimits?.costlyWaitMs);
  } finally {
    const left = (open.get(actor.id) ?? 1) - 1;
    if (left > 0) open.set(actor.id, left);
    else open.delete(actor.id);
  }
}

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

interface Account {
  /** The id of the account or, for a caller without an account, a text such as `order 12`. */
  id: number | string;
}

/** The number of waiting and running tasks of each account, by its id. */
const open = new Map<Account['id'], number>();

/**
 * Does work that takes far longer than usual, such as drawing a ticket or an export. Throws `too_many_requests` when
 * the account has too many of these tasks or has used up its limit, and `unavailable` when the task would wait too
 * long.
 */
export async function doCostlyWork<T>(deps: Deps, actor: Account, work: () => Promise<T>): Promise<T> {
  openTask(actor);
  try {
    await countUse(deps, 'costly', actor.id);
    return await queue.run(work, deps.overloadLimits?.costlyWaitMs);
  } finally {
    closeTask(actor);
  }
}

/**
 * Does costly work that writes a long text in parts. The first part is ready before this function returns, and throws
 * like `doCostlyWork`. The later parts are written when the caller reads them. Only writing a part takes a turn, so a
 * slow download keeps nobody else waiting.
 */
export async function doCostlyParts(
  deps: Deps,
  actor: Account,
  parts: AsyncGenerator<string>,
): Promise<AsyncGenerator<string>> {
  const written = writeInTurns(deps, actor, parts);
  // This reads the empty text with which `writeInTurns` begins.
  await written.next();
  return written;
}

async function* writeInTurns(
  deps: Deps,
  actor: Account,
  parts: AsyncGenerator<string>,
): AsyncGenerator<string> {
  openTask(actor);
  try {
    await countUse(deps, 'costly', actor.id);
    let part = await queue.run(() => parts.next(), deps.overloadLimits?.costlyWaitMs);
    yield '';
    while (!part.done) {
      yield part.value;
      // The answer has begun and can no longer be refused, so a later part waits for its turn as long as needed.
      part = await queue.run(() => parts.next(), Infinity);
    }
  } finally {
    closeTask(actor);
  }
}

function openTask({ id }: Account): void {
  const already = open.get(id) ?? 0;
  if (already >= maxOpenPerAccount) throw new ApiError('too_many_requests', { retryAfterSeconds: 2 });
  open.set(id, already + 1);
}

function closeTask({ id }: Account): void {
  const left = (open.get(id) ?? 1) - 1;
  if (left > 0) open.set(id, left);
  else open.delete(id);
}

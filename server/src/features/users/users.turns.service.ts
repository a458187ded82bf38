import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { tooManyRequests } from '../../http/errors.ts';
import { turnRules } from './users.turns.rules.ts';

type TurnDeps = Pick<Deps, 'db' | 'clock'>;

interface Place {
  account: string;
  network: string;
}

/**
 * Lets a network log in to a slowed account when its turn has come. Otherwise throws `too_many_requests` with the time
 * until then, at most a minute. A network keeps its turn however often it asks, so that an attacker with many network
 * addresses cannot push in before the owner.
 */
export async function takeTurn({ db, clock }: TurnDeps, place: Place): Promise<void> {
  const now = clock.now();
  if (await useTurn(db, place, now)) return;
  const startsAt = (await bookTurn(db, place, now)) ?? (await findTurn(db, place)) ?? now;
  const seconds = (startsAt.getTime() - now.getTime()) / 1000;
  throw tooManyRequests(Math.min(Math.max(seconds, 1), turnRules.longestWaitSeconds));
}

/**
 * Uses up a turn that has come. If several requests try at once, only one succeeds. Moves the end of the turn back to
 * its start, so that the turn is over even in a process whose clock is a little behind.
 */
async function useTurn(db: Db, { account, network }: Place, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('login_turns')
    .set((set) => ({ ends_at: set.ref('starts_at') }))
    .where('account', '=', account)
    .where('network', '=', network)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .returning('account')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Books the next free turn for this network. Returns undefined when the network has a turn already. Writes the
 * network's row first, because otherwise parallel requests of one network would each take a turn.
 */
async function bookTurn(db: Db, { account, network }: Place, now: Date): Promise<Date | undefined> {
  const claimedUntil = new Date(now.getTime() + turnRules.longestWaitSeconds * 1000);
  const claimed = await db
    .insertInto('login_turns')
    .values({ account, network, turns: 1, starts_at: claimedUntil, ends_at: claimedUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'network'])
        .doUpdateSet({
          turns: sql`case when login_turns.ends_at > ${turnRules.oldest(now)} then login_turns.turns + 1 else 1 end`,
          starts_at: claimedUntil,
          ends_at: claimedUntil,
        })
        .where('login_turns.ends_at', '<=', now),
    )
    .returning('turns')
    .executeTakeFirst();
  if (!claimed) return undefined;
  const free = await takeFreeTurn(db, account, now);
  const starts_at = new Date(Math.max(free.getTime(), now.getTime() + turnRules.waitMs(claimed.turns)));
  await db
    .updateTable('login_turns')
    .set({ starts_at, ends_at: turnRules.endOf(starts_at) })
    .where('account', '=', account)
    .where('network', '=', network)
    .execute();
  return starts_at;
}

/** Moves the account's next free turn forward, in one statement, so that each turn goes to one network. */
async function takeFreeTurn(db: Db, account: string, now: Date): Promise<Date> {
  const first = new Date(now.getTime() + turnRules.everyMs);
  const next = sql<Date>`greatest(login_turns.starts_at, ${now}) + ${turnRules.everyMs} * interval '1 millisecond'`;
  const { starts_at } = await db
    .insertInto('login_turns')
    .values({ account, network: '', turns: 0, starts_at: first, ends_at: first })
    .onConflict((conflict) =>
      conflict.columns(['account', 'network']).doUpdateSet({ starts_at: next, ends_at: next }),
    )
    .returning('starts_at')
    .executeTakeFirstOrThrow();
  return starts_at;
}

async function findTurn(db: Db, { account, network }: Place): Promise<Date | undefined> {
  const row = await db
    .selectFrom('login_turns')
    .select('starts_at')
    .where('account', '=', account)
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.starts_at;
}

export async function forgetOldTurns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_turns').where('ends_at', '<', turnRules.oldest(now)).execute();
}

import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { hot } from '../db/hot.ts';
import type { Deps } from '../deps.ts';
import { mailLimits } from '../mail/mail-limits.ts';
import { tooManyRequests } from './errors.ts';
import { saleLimits } from './sale-limits.ts';

interface Limit {
  uses: number;
  minutes: number;
}

/**
 * Each limit says how often one subject may do something. A subject is an account, the recipient of a mail, or a
 * network address, as `callerSubject` returns it.
 */
export const limits = {
  /** Limits sign-ups from one network address. The limit is high, because a whole office may share one address. */
  sign_up: { uses: 100, minutes: 15 },
  /** Limits failed logins to all accounts from one network address, which a whole office may share. */
  login_address: { uses: 100, minutes: 15 },
  login_account_address: { uses: 10, minutes: 15 },
  /**
   * Limits failed logins to one account from all unknown devices. Beyond this limit, logins become slow, but the
   * account is not locked.
   */
  login_account: { uses: 20, minutes: 15 },
  login_device: { uses: 10, minutes: 15 },
  /** Limits wrong passwords or codes that a signed-in person enters in one login session. */
  secret_of_session: { uses: 10, minutes: 15 },
  /** Limits wrong second-factor codes in one login session. A right password alone does not reset this count. */
  second_factor_session: { uses: 10, minutes: 15 },
  second_factor_device: { uses: 10, minutes: 15 },
  /**
   * Limits wrong second-factor codes from all unknown devices together. `limitCodes` blocks for 15 minutes, then an
   * hour, then a day each time, so that guessing six digits takes many years.
   */
  second_factor_account: { uses: 10, minutes: 15 },
  /**
   * Counts how often in a row `second_factor_device` or `second_factor_account` was used up, which decides the length
   * of the next block.
   */
  second_factor_block: { uses: 1000, minutes: 365 * 24 * 60 },
  /**
   * Limits wrong recovery codes for one account from one network address. Nobody can guess a code, so the limit only
   * saves the server work.
   */
  recovery_code: { uses: 10, minutes: 15 },
  /**
   * Limits how often one account may type an email address to give a ticket, because the answer reveals whether the
   * address has an account. The limit allows corrections to a guest list, but not trying a list of addresses.
   */
  typed_email: { uses: 20, minutes: 24 * 60 },
  /** Like `typed_email`, but for all accounts at one network address, because anybody can create many accounts. */
  typed_email_address: { uses: 40, minutes: 24 * 60 },
  /**
   * Limits forms with pictures from one account, far above an organiser's needs. The limit stops an account that sends
   * pictures which take long to decode, or that keeps others from uploading.
   */
  form: { uses: 200, minutes: 60 },
  /** Limits pictures given by web address, because Foyer fetches each from another server and must not flood it. */
  picture_address: { uses: 60, minutes: 60 },
  /**
   * Limits how often one account may look up other users. Foyer's own web does so only for administrators, who are not
   * limited. At 60 an hour, trying 10,000 ids takes about a week.
   */
  look_up: { uses: 60, minutes: 60 },
  /** Like `look_up`, but for all accounts at one network address, because anybody can create many accounts. */
  look_up_address: { uses: 120, minutes: 60 },
  /**
   * Limits how often a network address or account may be told that a name or email address is taken. The limit suffices
   * for a school class that signs up together, but not for testing a list of addresses.
   */
  taken_name: { uses: 30, minutes: 60 },
  /**
   * Limits PDF tickets and exports for one account. The limit suffices for a team that prints the tickets of a full
   * bus.
   */
  costly: { uses: 120, minutes: 10 },
  ...saleLimits,
  ...mailLimits,
  /** Limits downloads of all data about a person. Each download reads many tables. */
  account_export: { uses: 10, minutes: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];

type LimitDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>;

/**
 * Counts one use. Throws `too_many_requests`. Call this before the work starts, so that parallel requests cannot exceed
 * the limit, but not in a transaction, because the count needs a database connection of its own. Returns the number of
 * uses, or 0 when limits are off.
 */
export async function countUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<number> {
  const { seconds, uses } = await addUse(deps, name, subject);
  if (seconds > 0) throw tooManyRequests(seconds);
  return uses;
}

interface Keeping {
  name: LimitName;
  subject: string;
  /** How many things the subject wants now. */
  count: number;
  /** How many things the subject may have. */
  most: number;
  /** Whether a new count starts with what the subject has. Otherwise it starts with nothing, which saves a reading. */
  readsAtStart: boolean;
}

/**
 * Counts things that a subject keeps for a while, such as open holds. The count only grows, so when it is used up,
 * `readKept` reads how many things the subject has now. Parallel requests can exceed the limit only while others are
 * being sold during this reading. Returns null if the wanted things fit, and otherwise how many fit.
 */
export async function countKept(
  deps: LimitDeps,
  { name, subject, count, most, readsAtStart }: Keeping,
  readKept: () => Promise<number>,
): Promise<number | null> {
  const { uses } = await addUse(deps, name, subject, count);
  const isFirst = readsAtStart && uses === count;
  if (uses <= most && !isFirst) return null;
  const mayRead = isFirst || (await tryUse(deps, 'recount', `${name}:${subject}`));
  const kept = mayRead ? await readKept() : most;
  const fits = kept + count <= most;
  const counted = isFirst ? sql<number>`uses + ${kept}::integer` : sql<number>`${kept + count}::integer`;
  await deps.db
    .updateTable('limit_counts')
    .set({ uses: fits ? counted : sql<number>`greatest(uses - ${count}::integer, 0)` })
    .where('subject', '=', `${name}:${subject}`)
    .execute();
  return fits ? null : Math.max(most - kept, 0);
}

/** Counts one use. Returns false instead of throwing when the subject has used up its limit. */
export async function tryUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<boolean> {
  return (await addUse(deps, name, subject)).seconds === 0;
}

/** Adds one use. `seconds` is 0 while uses are left, and otherwise the time until the count starts again. */
async function addUse(deps: LimitDeps, name: LimitName, subject: string | number, count = 1) {
  const [added] = await addUses(deps, [{ name, subject, count }]);
  return added ?? { seconds: 0, uses: 0 };
}

export interface Use {
  name: LimitName;
  subject: string | number;
  /** How often, by default once. */
  count?: number;
}

/** Adds up the uses of each subject. The subjects have the names under which the database stores them. */
function sumUses(uses: readonly Use[]) {
  const sums = new Map<string, { name: LimitName; count: number }>();
  for (const { name, subject, count = 1 } of uses) {
    const key = `${name}:${subject}`;
    sums.set(key, { name, count: (sums.get(key)?.count ?? 0) + count });
  }
  return sums;
}

/** Counts all uses with one statement. The subjects are locked in order, so that two callers cannot deadlock. */
async function addUses(deps: LimitDeps, uses: readonly Use[]) {
  if (!deps.config.rateLimits || uses.length === 0) return [];
  const now = deps.clock.now();
  const sums = sumUses(uses);
  const wanted = [...sums].map(([subject, { name, count }]) => {
    return { subject, count, until: new Date(now.getTime() + limits[name].minutes * 60_000) };
  });
  const { rows } = await sql<{ subject: string; uses: number; window_ends_at: Date }>`
    ${hot} insert into limit_counts (subject, uses, window_ends_at)
    select subject, count, until
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (subject text, count integer, until timestamptz)
    order by subject
    on conflict (subject) do update set
      uses = excluded.uses + case when limit_counts.window_ends_at > ${now} then limit_counts.uses else 0 end,
      window_ends_at = case when limit_counts.window_ends_at > ${now}
        then limit_counts.window_ends_at else excluded.window_ends_at end
    returning subject, uses, window_ends_at`.execute(deps.db);
  const counted = new Map(rows.map((row) => [row.subject, row]));
  return [...sums].map(([subject, { name }]) => {
    const { uses: sum = 0, window_ends_at: until = now } = counted.get(subject) ?? {};
    const left = (until.getTime() - now.getTime()) / 1000;
    return { name, seconds: sum <= limits[name].uses ? 0 : left, uses: sum };
  });
}

/** Moves the end of a subject's present count to some minutes from now. */
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

/** Throws `too_many_requests` when the subject has used up its limit. This check does not count as a use. */
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

/**
 * Counts the uses of several limits. If one limit is used up, counts nothing, and returns its name and the time when it
 * has uses left again.
 */
export async function countUses(
  deps: LimitDeps,
  uses: readonly Use[],
): Promise<{ name: LimitName; until: Date } | null> {
  const usedUp = (await addUses(deps, uses)).find(({ seconds }) => seconds > 0);
  if (!usedUp) return null;
  await takeBackUses(deps, uses);
  return { name: usedUp.name, until: new Date(deps.clock.now().getTime() + usedUp.seconds * 1000) };
}

/** Counts the uses of several limits. If one limit is used up, counts nothing and throws `too_many_requests`. */
export async function countAllUses(deps: LimitDeps, uses: readonly Use[], reason?: string): Promise<void> {
  const usedUp = await countUses(deps, uses);
  if (usedUp) throw tooManyRequests((usedUp.until.getTime() - deps.clock.now().getTime()) / 1000, reason);
}

/**
 * Takes back all uses with one statement. The subjects are locked in order, as in `addUses`. What the uses were for has
 * been done, so a failure is only logged: the uses then count until their limit starts anew.
 */
export async function takeBackUses(deps: LimitDeps, uses: readonly Use[]): Promise<void> {
  if (!deps.config.rateLimits || uses.length === 0) return;
  const sums = [...sumUses(uses)].map(([subject, { count }]) => ({ subject, count }));
  await sql`
    ${hot} with back as (
      select limit_counts.subject, back.count
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as back (subject text, count integer)
        join limit_counts on limit_counts.subject = back.subject
      order by limit_counts.subject
      for update of limit_counts
    )
    update limit_counts set uses = greatest(uses - back.count, 0) from back
    where back.subject = limit_counts.subject`
    .execute(deps.db)
    .catch((error: unknown) => logFailure(deps, error));
}

function logFailure({ log }: LimitDeps, error: unknown): void {
  log.error({ err: error }, 'uses of a limit were not taken back');
}

/** Takes back one use after a success, for limits that count only failures. */
export function takeBackUse(deps: LimitDeps, name: LimitName, subject: string | number): Promise<void> {
  return takeBackUses(deps, [{ name, subject }]);
}

/** Forgets all uses after a success. A failure is only logged, as in `takeBackUses`. */
export async function clearUses(deps: LimitDeps, name: LimitName, subject: string | number): Promise<void> {
  if (!deps.config.rateLimits) return;
  await deps.db
    .deleteFrom('limit_counts')
    .where('subject', '=', `${name}:${subject}`)
    .execute()
    .catch((error: unknown) => logFailure(deps, error));
}

export async function deleteEndedCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limit_counts').where('window_ends_at', '<', now).execute();
}

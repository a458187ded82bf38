import { sql, type Kysely } from 'kysely';
import type { SandboxTables } from './sandbox-tables.ts';

/**
 * The switches by which tests make the payment sandbox fail. They are stored in the database, so that they work in all
 * server processes.
 */
export interface Switches {
  /**
   * - `up`: everything works.
   * - `errors`: the API and the card page answer 503, and no webhooks are sent.
   * - `unreachable`: connections to the API break, the card page answers 503, and no webhooks are sent.
   * - `loses_answers`: calls take effect, but the connection breaks before the response.
   * - `fails`: calls that would change something answer 500 and change nothing.
   * - `fails_late`: calls that change something take effect, but answer 500.
   * - `still_running`: calls with an idempotency key answer 409 and change nothing, as while an earlier call with the
   *   same key is still running.
   * - `rate_limited`: the API answers 429, as after too many calls. The card page works.
   * A call that got a 500 gets the same 500 when it is repeated with its idempotency key, even with `up`.
   */
  api:
    | 'up'
    | 'errors'
    | 'unreachable'
    | 'loses_answers'
    | 'fails'
    | 'fails_late'
    | 'still_running'
    | 'rate_limited';
  /** The milliseconds that API calls and the card page take to respond. */
  apiDelayMs: number;
  /** The milliseconds between an event and the first attempt to send its webhook. */
  webhookDelayMs: number;
  /** Each webhook is sent this many extra times. */
  webhookDuplicates: number;
  /** With true, webhooks of new events are dropped and never sent. */
  webhookDrop: boolean;
  /** With true, webhooks are held back. They are sent when the switch becomes false again. */
  webhookHold: boolean;
  /**
   * The order of webhooks that are due at the same time. With `created`, several are sent at once, oldest first. With
   * the other orders, one is sent after the other, because otherwise they would arrive in any order.
   */
  webhookOrder: 'created' | 'reversed' | 'shuffled';
  /** The seed of the random order `shuffled`. The same seed gives the same order. */
  webhookSeed: number;
  /** The milliseconds until a delayed payment or refund succeeds or fails. */
  outcomeDelayMs: number;
  /**
   * The result of payments with an accepted card. A delayed payment (`later`) completes its session, but the session
   * stays unpaid until the payment has succeeded.
   */
  payments: 'at once' | 'succeed later' | 'fail later';
}

export const NORMAL_SWITCHES: Switches = {
  api: 'up',
  apiDelayMs: 0,
  webhookDelayMs: 0,
  webhookDuplicates: 0,
  webhookDrop: false,
  webhookHold: false,
  webhookOrder: 'created',
  webhookSeed: 1,
  outcomeDelayMs: 2000,
  payments: 'at once',
};

const CHOICES: Partial<Record<keyof Switches, readonly string[]>> = {
  api: [
    'up',
    'errors',
    'unreachable',
    'loses_answers',
    'fails',
    'fails_late',
    'still_running',
    'rate_limited',
  ],
  webhookOrder: ['created', 'reversed', 'shuffled'],
  payments: ['at once', 'succeed later', 'fail later'],
};

export function isDown({ api }: Switches): boolean {
  return api === 'errors' || api === 'unreachable';
}

export async function getSwitches(db: Kysely<SandboxTables>): Promise<Switches> {
  const row = await db.selectFrom('sandbox_switches').select('data').executeTakeFirst();
  return { ...NORMAL_SWITCHES, ...row?.data };
}

/** Changes only the given switches, so that two callers can change different switches at the same time. */
export async function changeSwitches(
  db: Kysely<SandboxTables>,
  change: Partial<Switches>,
): Promise<Switches> {
  await db
    .insertInto('sandbox_switches')
    .values({ data: JSON.stringify(change) })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ data: sql<string>`sandbox_switches.data || excluded.data` }),
    )
    .execute();
  return getSwitches(db);
}

/** Reads switches from a request. Returns undefined when a name or a value is wrong. */
export function parseSwitches(input: unknown): Partial<Switches> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const entries = Object.entries(input);
  return entries.every(([name, value]) => isSwitch(name, value)) ? Object.fromEntries(entries) : undefined;
}

function isSwitch(name: string, value: unknown): boolean {
  if (!isSwitchName(name)) return false;
  const normal = NORMAL_SWITCHES[name];
  if (typeof normal === 'number') return Number.isInteger(value) && Number(value) >= 0;
  if (typeof normal === 'boolean') return typeof value === 'boolean';
  return CHOICES[name]?.some((choice) => choice === value) ?? false;
}

function isSwitchName(name: string): name is keyof Switches {
  return Object.hasOwn(NORMAL_SWITCHES, name);
}

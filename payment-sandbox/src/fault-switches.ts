import { sql, type Kysely } from 'kysely';
import type { SandboxTables } from './sandbox-tables.ts';

/**
 * How the payment sandbox behaves. With these switches, tests make it fail. They are stored in the database, so that
 * they work in all server processes.
 */
export interface Switches {
  /**
   * - `up`: everything works.
   * - `errors`: the API and the card page answer 503, and no webhooks are sent.
   * - `unreachable`: connections to the API break, the card page answers 503, and no webhooks are sent.
   * - `loses_answers`: calls take effect, but the connection breaks before the caller gets the response.
   * - `fails`: calls that would change something answer 500 and change nothing.
   * - `fails_late`: calls that change something answer 500, although their change was made.
   * After `fails` and `fails_late`, a repeated call with the same idempotency key gets the same 500, even with `up`.
   */
  api: 'up' | 'errors' | 'unreachable' | 'loses_answers' | 'fails' | 'fails_late';
  /** How many milliseconds API calls and the card page take to respond. */
  apiDelayMs: number;
  /** Milliseconds between an event and the first attempt to send it. */
  webhookDelayMs: number;
  /** How many extra times each webhook is sent. */
  webhookDuplicates: number;
  /** If true, the webhooks of new events are dropped: they are not sent, not even later. */
  webhookDrop: boolean;
  /** If true, webhooks are held back. They are sent when the switch becomes false again. */
  webhookHold: boolean;
  /**
   * The order of webhooks that are due at the same time. `created` starts with the oldest and sends several at once.
   * The other orders send one after the other, because webhooks that are sent at once arrive in any order.
   */
  webhookOrder: 'created' | 'reversed' | 'shuffled';
  /** The seed of the random order `shuffled`. The same seed gives the same order. */
  webhookSeed: number;
  /** Milliseconds until a delayed payment or refund succeeds or fails. */
  outcomeDelayMs: number;
  /**
   * How payments with an accepted card end. A delayed one (`later`) completes its session, but the session stays unpaid
   * until the payment has succeeded.
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
  api: ['up', 'errors', 'unreachable', 'loses_answers', 'fails', 'fails_late'],
  webhookOrder: ['created', 'reversed', 'shuffled'],
  payments: ['at once', 'succeed later', 'fail later'],
};

/** Whether the switches make the provider unavailable. */
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

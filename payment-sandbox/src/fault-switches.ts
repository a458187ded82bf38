import { sql, type Kysely } from 'kysely';
import type { SandboxTables } from './sandbox-tables.ts';

/** How the provider behaves, so that tests can make it fail. In the database, so that all processes obey at once. */
export interface Switches {
  /**
   * - `errors`: the API and the card page answer 503, and no webhooks are sent.
   * - `unreachable`: connections to the API break, the card page answers 503, and no webhooks are sent.
   * - `loses_answers`: calls take effect, but the caller sees a broken connection.
   * - `fails`: a call that would change something answers 500, and so do repeats with its idempotency key.
   * - `fails_late`: the same, but the change was made.
   */
  api: 'up' | 'errors' | 'unreachable' | 'loses_answers' | 'fails' | 'fails_late';
  /** Milliseconds until an API call or a card page is answered. */
  apiDelayMs: number;
  /** Milliseconds between an event and the first attempt to send it. */
  webhookDelayMs: number;
  /** How many extra times each webhook is sent. */
  webhookDuplicates: number;
  /** Whether new webhooks are dropped and never sent. */
  webhookDrop: boolean;
  /** Whether webhooks wait until this is false again. */
  webhookHold: boolean;
  /** The order of webhooks that are due at the same time. With an order other than `created` they go one by one. */
  webhookOrder: 'created' | 'reversed' | 'shuffled';
  /** Decides the order of `shuffled`. */
  webhookSeed: number;
  /** Milliseconds until a delayed payment or refund succeeds or fails. */
  outcomeDelayMs: number;
  /** Whether card payments take effect at once. A delayed one completes its session unpaid. */
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

/** Whether nobody can reach the provider. */
export function isDown({ api }: Switches): boolean {
  return api === 'errors' || api === 'unreachable';
}

export async function getSwitches(db: Kysely<SandboxTables>): Promise<Switches> {
  const row = await db.selectFrom('sandbox_switches').select('data').executeTakeFirst();
  return { ...NORMAL_SWITCHES, ...row?.data };
}

/** Changes the given switches only, so that two callers can change different ones at the same time. */
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

/** Checks switches from a request; undefined when a name or a value is wrong. */
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

import { sql, type Kysely } from 'kysely';
import type { SandboxTables } from './sandbox-tables.ts';

/** How the provider behaves; kept in the database, so every process obeys within one call. */
export interface Switches {
  /**
   * `errors`: the API and the card page answer 503. `unreachable`: the API's connection fails and the page
   * answers 503. `loses_answers`: the API does what it is asked, but the caller sees a broken connection. `fails`:
   * whatever is to be changed is answered with a 500, which its idempotency key keeps. `fails_late`: the same after
   * the change was made. Webhooks are not sent while it is `errors` or `unreachable`.
   */
  api: 'up' | 'errors' | 'unreachable' | 'loses_answers' | 'fails' | 'fails_late';
  /** Milliseconds before each API call and card page is answered. */
  apiDelayMs: number;
  /** Milliseconds between an event and the first attempt to send it. */
  webhookDelayMs: number;
  /** How many further times each webhook is sent. */
  webhookDuplicates: number;
  /** New webhooks are marked as dropped and never sent. */
  webhookDrop: boolean;
  /** Nothing is sent until this is false again. */
  webhookHold: boolean;
  /** In which order webhooks that are due together are sent; other than `created` also one by one. */
  webhookOrder: 'created' | 'reversed' | 'shuffled';
  /** The shuffle that `shuffled` uses. */
  webhookSeed: number;
  /** Milliseconds until a delayed payment or refund settles. */
  outcomeDelayMs: number;
  /** Whether a card payment settles at once, or completes its session unpaid and settles later. */
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

/** Whether nobody can reach the provider just now. */
export function isDown({ api }: Switches): boolean {
  return api === 'errors' || api === 'unreachable';
}

export async function getSwitches(db: Kysely<SandboxTables>): Promise<Switches> {
  const row = await db.selectFrom('sandbox_switches').select('data').executeTakeFirst();
  return { ...NORMAL_SWITCHES, ...row?.data };
}

/** Changes the named switches and leaves the others, also when two callers change different ones at once. */
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

/** Reads switches from outside; undefined when a name is unknown or a value of the wrong kind. */
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

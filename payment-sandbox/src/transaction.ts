import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { getSwitches, type Switches } from './fault-switches.ts';
import type { SandboxTables } from './sandbox-tables.ts';

/**
 * The values that all parts of the payment sandbox share in one process. What several processes share is in the
 * database.
 */
export interface SandboxContext {
  db: Kysely<SandboxTables>;
  clock: { now(): Date };
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  publicUrl: string;
  /** The types of events to send as webhooks. With undefined, all types are sent. */
  webhookEvents: readonly string[] | undefined;
  /** Wakes the delivery loop of this process, because there may be a webhook to send. */
  wakeSender(): void;
}

/** One database transaction. The time and the switches are read once and stay the same until the transaction ends. */
export interface SandboxTransaction {
  context: SandboxContext;
  db: Kysely<SandboxTables>;
  now: Date;
  switches: Switches;
  request: CallerRequest;
  /** Tells whether this transaction has recorded events. Their webhooks are then sent right after the commit. */
  hasNewEvents: boolean;
}

/** The API call that caused an event. The fields are null for other causes, such as a payment on the card page. */
export interface CallerRequest {
  id: string | null;
  idempotencyKey: string | null;
}

export const NO_REQUEST: CallerRequest = { id: null, idempotencyKey: null };

/** Runs `act` in one transaction. Pass the switches as `known` if they were just read, to save a query. */
export async function inTransaction<T>(
  context: SandboxContext,
  request: CallerRequest,
  act: (tx: SandboxTransaction) => Promise<T>,
  known?: Switches,
): Promise<T> {
  const { result, hasNewEvents } = await context.db.transaction().execute(async (db) => {
    const switches = known ?? (await getSwitches(db));
    const now = context.clock.now();
    const tx: SandboxTransaction = { context, db, now, switches, request, hasNewEvents: false };
    return { result: await act(tx), hasNewEvents: tx.hasNewEvents };
  });
  if (hasNewEvents) context.wakeSender();
  return result;
}

import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { SandboxTables } from './sandbox.tables.ts';
import { getSwitches, type Switches } from './switches.ts';

/** What all parts of the sandbox share in one process; the state itself is in the database. */
export interface World {
  db: Kysely<SandboxTables>;
  clock: { now(): Date };
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  publicUrl: string;
  /** The types of events that are sent; all of them when undefined. */
  webhookEvents: readonly string[] | undefined;
  /** Tells this process' delivery loop that there may be something to send. */
  wake(): void;
}

/** One call or transition: everything in it is done, or nothing. */
export interface Work {
  world: World;
  db: Kysely<SandboxTables>;
  now: Date;
  switches: Switches;
  request: CallerRequest;
  /** Set by whatever records events, so that they are sent as soon as the work is committed. */
  hasNews: boolean;
}

/** The API call that events name as their cause; null when the provider acted by itself. */
export interface CallerRequest {
  id: string | null;
  idempotencyKey: string | null;
}

export const NO_REQUEST: CallerRequest = { id: null, idempotencyKey: null };

/** Does the work in one transaction; `known` spares it reading the switches that the caller has just read. */
export async function runWork<T>(
  world: World,
  request: CallerRequest,
  work: (work: Work) => Promise<T>,
  known?: Switches,
): Promise<T> {
  const { result, hasNews } = await world.db.transaction().execute(async (db) => {
    const switches = known ?? (await getSwitches(db));
    const begun: Work = { world, db, now: world.clock.now(), switches, request, hasNews: false };
    return { result: await work(begun), hasNews: begun.hasNews };
  });
  if (hasNews) world.wake();
  return result;
}

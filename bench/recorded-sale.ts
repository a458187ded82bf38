import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '../server/src/config.ts';
import { HotClient } from '../server/src/db/hot.ts';
import { connectPostgres } from '../server/src/db/connect.ts';
import { systemClock, type Deps } from '../server/src/deps.ts';
import { allJobs } from '../server/src/features/all-jobs.ts';
import { registerForEvent } from '../server/src/features/orders/registrations/registrations.service.ts';
import { startJobs } from '../server/src/jobs/jobs.ts';
import { createLog } from '../server/src/log.ts';
import { createPasswords } from '../server/src/passwords.ts';
import { connectPayments } from '../server/src/payments/connect.ts';
import { noChanges } from '../server/src/db/changes.ts';
import { noWaits } from '../server/src/db/load.ts';
import { createPictureFetcher } from '../server/src/storage/fetch-picture.ts';
import { watchDisks } from '../server/src/storage/disk-space.ts';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

interface RecordedSale {
  statements: Statement[];
  eventId: number;
  userId: number;
  registrationId: number;
  ticketId: number;
}

/** Takes one place as Foyer did when an event had one price. Each ticket type has the same id as its event. */
const takePlace = `with type as (update ticket_types set sold = sold + 1 where id = $1)
  update events set seats_taken = seats_taken + 1
  where id = $1 and status = 'published' and start_time > now() and seats_taken < max_attendees`;

/**
 * Registers the user through the real service, with real jobs, and records the SQL statements. Replaces the steps that
 * ticket types added, so that the statements are those that sold a place when an event had one price.
 */
export async function recordSale(databaseUrl: string, of: { eventId: number; userId: number }) {
  let statements: Statement[] | undefined;
  const connection = connectPostgres({
    databaseUrl,
    pool: 2,
    log: ({ query }) => void statements?.push({ sql: query.sql, parameters: [...query.parameters] }),
  });
  const { db } = connection;
  const jobs = await startJobs({
    database: connection.jobs,
    kind: 'postgres',
    jobs: allJobs,
    works: false,
    onError: reportError,
  });
  const deps = await createDeps({ db, jobs });
  const actor = {
    id: of.userId,
    sessionId: '',
    username: '',
    isSiteAdmin: false,
    duty: null,
    passwordConfirmedAt: null,
  };
  statements = [];
  const { registration } = await registerForEvent(deps, { actor, address: '127.0.0.1' }, of);
  const recorded = statements;
  statements = undefined;
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', registration.id)
    .executeTakeFirstOrThrow();
  await jobs.stop();
  await connection.close();
  const sale: RecordedSale = {
    ...of,
    statements: recorded
      .filter(({ sql }) => !/from "ticket_types" where "event_id"/.test(sql))
      .map((one) => (one.sql.includes('take_places(') ? { sql: takePlace, parameters: [of.eventId] } : one)),
    registrationId: registration.id,
    ticketId: ticket.id,
  };
  return sale;
}

const reportError = (error: Error) => console.error(error);

async function createDeps(parts: Pick<Deps, 'db' | 'jobs'>): Promise<Deps> {
  const config = readConfig({ LOG_LEVEL: 'error', FOYER_RATE_LIMITS: 'off' });
  const needs = {
    config,
    publicUrl: 'http://foyer.localhost',
    sessionSecret: randomBytes(32),
    clock: systemClock,
    log: createLog(config.logLevel),
  };
  return {
    ...parts,
    ...needs,
    load: noWaits,
    changes: noChanges,
    mail: { send: async () => {}, check: async () => {} },
    payments: (await connectPayments({ ...needs, db: parts.db })).provider,
    storage: { put: async () => {}, find: async () => undefined, remove: async () => {} },
    disk: watchDisks([], systemClock),
    fetchPicture: createPictureFetcher(),
    passwords: createPasswords(),
  };
}

/** Repeats the recorded sale for other buyers and events, directly on the database. */
export function openBareSeller(databaseUrl: string, sale: RecordedSale, connections: number) {
  const pool = new pg.Pool({ Client: HotClient, connectionString: databaseUrl, max: connections });
  return {
    async sell({ eventId, userId }: { eventId: number; userId: number }): Promise<void> {
      const known: Known = {
        numbers: new Map([
          [sale.eventId, eventId],
          [sale.userId, userId],
        ]),
      };
      const client = await pool.connect();
      try {
        for (const statement of sale.statements) await replay(client, sale, statement, known);
        client.release();
      } catch (error) {
        // Close the database connection instead of reusing it, because its transaction is unfinished.
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

interface Known {
  /** Each id of the recorded sale, with the id that replaces it. */
  numbers: Map<number, number>;
}

async function replay(
  client: pg.ClientBase,
  sale: RecordedSale,
  { sql, parameters }: Statement,
  known: Known,
) {
  const own = parameters.map((value) => {
    if (typeof value === 'number') return known.numbers.get(value) ?? value;
    if (typeof value !== 'string') return value;
    return value.replaceAll(`"ticketId":${sale.ticketId}`, `"ticketId":${known.numbers.get(sale.ticketId)}`);
  });
  const { rows } = await client.query<{ id: number }>(sql, own);
  const id = rows[0]?.id;
  if (id === undefined) return;
  if (/^(with .+)?insert into "orders"/s.test(sql)) known.numbers.set(sale.registrationId, id);
  if (/^(with .+)?insert into "tickets"/s.test(sql)) known.numbers.set(sale.ticketId, id);
}

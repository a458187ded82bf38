import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { startFoyer } from '../e2e/server.ts';
import { connectPostgres, type Db } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { signAccessToken } from '../server/src/http/session.ts';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import { describe, measureInTurn, openCaller, sample } from './load.ts';
import { openBareSeller, recordSale } from './recorded-sale.ts';

const sessionSecret = 'a secret of the benchmark and its server';
const connections = 10;
const inFlight = 32;
const eventCount = 101;
/**
 * When all buyers want the same event, Foyer must sell at least this share of the sales that the database alone
 * reaches.
 */
const leastShare = 0.5;

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 8 : 32;
const buyerCount = isQuick ? 25_000 : 75_000;

interface Buyer {
  userId: number;
  token: string;
}

/** Creates signed-in buyers, and events with room for all of them. */
async function makeTown(db: Db): Promise<{ buyers: Buyer[]; eventIds: number[] }> {
  await migrate(db);
  await sql`insert into users (username, email, password_hash)
    select 'buyer_' || n, 'buyer_' || n || '@example.org', '-' from generate_series(1, ${buyerCount}::int) n`.execute(
    db,
  );
  await sql`insert into events (title, start_time, end_time, max_attendees, status, price_pence, search_text)
    select 'Rush ' || n, now() + interval '90 days', now() + interval '91 days', 1000000, 'published', 0, 'rush'
    from generate_series(1, ${eventCount}::int) n`.execute(db);
  // Each ticket type gets the id of its event, so that a recorded sale can be repeated for another event.
  await sql`insert into ticket_types (event_id, name, price_pence)
    select id, 'General admission', 0 from events order by id`.execute(db);
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  const now = new Date();
  const expires_at = new Date(now.getTime() + 24 * 3600 * 1000);
  const secret = new TextEncoder().encode(sessionSecret);
  const buyers: Buyer[] = [];
  for (let from = 0; from < users.length; from += 5000) {
    const some = users.slice(from, from + 5000).map(({ id }) => ({ userId: id, sessionId: randomUUID() }));
    const sessions = some.map((one) => ({
      id: one.sessionId,
      user_id: one.userId,
      created_at: now,
      expires_at,
    }));
    await db.insertInto('sessions').values(sessions).execute();
    const signed = some.map(async ({ userId, sessionId }) => ({
      userId,
      token: await signAccessToken(secret, sessionId, userId, now),
    }));
    buyers.push(...(await Promise.all(signed)));
  }
  await sql`analyze`.execute(db);
  const events = await db.selectFrom('events').select('id').orderBy('id').execute();
  return { buyers, eventIds: events.map(({ id }) => id) };
}

// The database is `durable`, because a real site writes each sale to disk before it confirms the sale.
const server = await startPostgres({ durable: true });
const database = await createDatabase(server.adminUrl);
let passed = true;
try {
  const connection = connectPostgres({ databaseUrl: database.url, pool: 2 });
  const { buyers, eventIds } = await makeTown(connection.db);
  const [hot = 0, ...cool] = eventIds;
  // With the role `web`, the measured server only sells tickets, and leaves mails to a worker process.
  const env = {
    FOYER_DEMO: 'off',
    FOYER_ROLE: 'web',
    LOG_LEVEL: 'error',
    SESSION_SECRET: sessionSecret,
    DATABASE_POOL: String(connections),
  };
  const foyer = await startFoyer({ databaseUrl: database.url, env });
  const caller = openCaller(foyer.url, inFlight);
  const queue = buyers.values();
  const next = () => {
    const { value } = queue.next();
    if (!value) throw new Error('All buyers have bought. Increase buyerCount for this machine.');
    return value;
  };
  const sale = await recordSale(database.url, { eventId: cool[0] ?? hot, userId: next().userId });
  const bare = openBareSeller(database.url, sale, connections);
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, which the buyers share with the server`,
  );
  console.log(`a sale has ${sale.statements.length} statements, including begin and commit`);
  const rounds = { 'one hot event': () => hot, '100 events': (n: number) => cool[n % cool.length] ?? hot };
  for (const [title, choose] of Object.entries(rounds)) {
    let n = 0;
    const sellByServer = () => {
      const { token } = next();
      return caller.call({ method: 'POST', path: `/events/${choose((n += 1))}/register`, token, json: {} });
    };
    const sellBare = () => bare.sell({ eventId: choose((n += 1)), userId: next().userId });
    const { api, database: base } = await measureInTurn(
      {
        api: (time) => sample(sellByServer, { connections: inFlight, seconds: time }),
        database: (time) => sample(sellBare, { connections, seconds: time }),
      },
      seconds,
    );
    const share = api.perSecond / base.perSecond;
    console.log(`\nSeats sold of ${title}`);
    console.log(`    through the API ${describe(api)}`);
    console.log(`    bare database   ${describe(base)}`);
    const isGood = api.failures + base.failures === 0 && (title !== 'one hot event' || share >= leastShare);
    console.log(
      `    the API reaches ${share.toFixed(2)} of the database's rate  ${isGood ? 'PASS' : 'FAIL'}`,
    );
    passed &&= isGood;
  }
  const { rows } = await sql`select id from events where seats_taken <>
    (select count(*) from tickets where event_id = events.id and status in ('held', 'valid', 'used'))`.execute(
    connection.db,
  );
  if (rows.length > 0) console.log(`FAIL: in ${rows.length} events the seats taken differ from the tickets`);
  passed &&= rows.length === 0;
  await caller.close();
  await bare.close();
  await connection.close();
  await foyer.stop();
} finally {
  await database.drop();
  await server.stop();
}
process.exitCode = passed ? 0 : 1;

import { randomBytes, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { startFoyer } from '../e2e/server.ts';
import { connectPostgres, type Db } from '../server/src/db/connect.ts';
import { listBrokenInvariants } from '../server/src/db/invariants.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createDatabase } from '../server/test/database/create-database.ts';
import { startPostgres } from '../server/test/database/postgres.ts';
import { describe, measureInTurn, openCaller, sample, summarize, type Caller } from './load.ts';
import { openBareSeller, recordSale } from './recorded-sale.ts';

const connections = 10;
const inFlight = 32;
/** How many buyers ask at the same time in a rush for too few places. */
const losersInFlight = 128;
const rushPlaces = 500;
const longestLossMs = 300;
const coolCount = 100;

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 8 : 32;
const buyerCount = isQuick ? 25_000 : 100_000;

interface Town {
  userIds: number[];
  hot: number;
  cool: number[];
  paid: number;
  rush: number;
}

/** Creates buyers, and events with room for everybody, except one event that is sold out. */
async function makeTown(db: Db): Promise<Town> {
  await migrate(db);
  await sql`insert into users (username, email, password_hash)
    select 'buyer_' || n, 'buyer_' || n || '@example.org', '-' from generate_series(1, ${buyerCount}::int) n`.execute(
    db,
  );
  await sql`insert into events (title, start_time, end_time, max_attendees, status, price_pence, search_text)
    select 'Rush ' || n, now() + interval '90 days', now() + interval '91 days',
      case when n = ${coolCount + 3}::int then ${rushPlaces}::int else 1000000 end, 'published',
      case when n = ${coolCount + 2}::int then 1000 else 0 end, 'rush'
    from generate_series(1, ${coolCount + 3}::int) n`.execute(db);
  // Give each ticket type the same id as its event, so that a recorded sale can be repeated for another event.
  await sql`insert into ticket_types (event_id, name, price_pence)
    select id, 'General admission', price_pence from events order by id`.execute(db);
  // Analyze only the filled tables, because a new site has no statistics of its empty tables.
  await sql`analyze users, events, ticket_types`.execute(db);
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  const events = await db.selectFrom('events').select('id').orderBy('id').execute();
  const [hot = 0, ...others] = events.map(({ id }) => id);
  const [paid = 0, rush = 0] = others.slice(coolCount);
  return { userIds: users.map(({ id }) => id), hot, cool: others.slice(0, coolCount), paid, rush };
}

function orderOne(eventId: number) {
  const device = randomBytes(16).toString('base64url');
  return {
    method: 'POST' as const,
    path: '/orders',
    headers: { 'idempotency-key': randomUUID(), 'x-device-id': device },
    json: {
      event_id: eventId,
      items: [{ ticket_type_id: eventId, quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: `${device.toLowerCase()}@example.org` },
    },
  };
}

/** Measures how long buyers wait until they hear that an event is sold out, from the moment it sells out. */
async function measureLosers(caller: Caller, rush: number): Promise<boolean> {
  const times: number[] = [];
  let sold = 0;
  const ask = async () => {
    const sent = performance.now();
    const status = await caller.ask(orderOne(rush));
    if (status === 409) times.push(performance.now() - sent);
    else if (status === 201) sold += 1;
    else throw new Error(`A buyer in a rush got ${status}`);
  };
  const taken = await sample(ask, { connections: losersInFlight, seconds: seconds / 2 });
  const load = summarize([{ ...taken, times }]);
  const isGood = load.failures === 0 && sold === rushPlaces && load.p99 <= longestLossMs;
  console.log(`\nLosers of a rush of ${losersInFlight} buyers at the same time for ${rushPlaces} places`);
  console.log(`    through the API ${describe(load)}  ${isGood ? 'PASS' : 'FAIL'}`);
  return isGood;
}

// `durable`, because a real site writes each sale to disk before it confirms the sale.
const server = await startPostgres({ durable: true });
const database = await createDatabase(server.adminUrl);
let passed = true;
try {
  const connection = connectPostgres({ databaseUrl: database.url, pool: 2 });
  const { userIds, hot, cool, paid, rush } = await makeTown(connection.db);
  // With the role `web`, the measured server sells but sends no mails, which are the work of a worker process.
  const env = {
    FOYER_DEMO: 'off',
    FOYER_ROLE: 'web',
    LOG_LEVEL: 'error',
    // All buyers have one IP address here, so the limits would treat them as one caller.
    FOYER_RATE_LIMITS: 'off',
    DATABASE_POOL: String(connections),
  };
  const foyer = await startFoyer({ databaseUrl: database.url, env });
  const caller = openCaller(foyer.url, losersInFlight);
  const queue = userIds.values();
  const next = () => {
    const { value } = queue.next();
    if (!value) throw new Error('All buyers have bought. Increase buyerCount for this machine.');
    return value;
  };
  const sale = await recordSale(database.url, { eventId: cool[0] ?? hot, userId: next() });
  const bare = openBareSeller(database.url, sale, connections);
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, which the buyers share with the server`,
  );
  console.log(`the bare sale has ${sale.statements.length} statements, including begin and commit`);
  const coolest = (n: number) => cool[n % cool.length] ?? hot;
  // Foyer must reach at least `least` times the rate of the bare database.
  const rounds = [
    { title: 'Free tickets of one hot event', least: 2, choose: () => hot, chooseBare: () => hot },
    { title: 'Free tickets of 100 events', least: 1, choose: coolest, chooseBare: coolest },
    { title: 'Holds of one hot paid event', least: 2, choose: () => paid, chooseBare: () => hot },
  ];
  for (const { title, least, choose, chooseBare } of rounds) {
    let n = 0;
    const sellByServer = () => caller.call(orderOne(choose((n += 1))));
    const sellBare = () => bare.sell({ eventId: chooseBare((n += 1)), userId: next() });
    const { api, database: base } = await measureInTurn(
      {
        api: (time) => sample(sellByServer, { connections: inFlight, seconds: time }),
        database: (time) => sample(sellBare, { connections, seconds: time }),
      },
      seconds,
    );
    const share = api.perSecond / base.perSecond;
    const isGood = api.failures + base.failures === 0 && share >= least;
    console.log(`\n${title}, places per second`);
    console.log(`    through the API ${describe(api)}`);
    console.log(`    bare database   ${describe(base)}`);
    console.log(
      `    the API reaches ${share.toFixed(2)} of the database's rate, at least ${least}  ${isGood ? 'PASS' : 'FAIL'}`,
    );
    passed &&= isGood;
  }
  passed = (await measureLosers(caller, rush)) && passed;
  const broken = await listBrokenInvariants(connection.db);
  if (broken.length > 0) console.log(`FAIL: ${broken.slice(0, 5).join('; ')}`);
  passed &&= broken.length === 0;
  await caller.close();
  await bare.close();
  await connection.close();
  await foyer.stop();
} finally {
  await database.drop();
  await server.stop();
}
process.exitCode = passed ? 0 : 1;

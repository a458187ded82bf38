import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { connectPostgres } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { signAccessToken } from '../server/src/http/session.ts';
import { createPasswords } from '../server/src/passwords.ts';

export const sessionSecret = 'a secret of the benchmark and its server';
export const password = 'a good password';

export interface Person {
  id: number;
  username: string;
  token: string;
}

/** The people and events that the benchmarks use, because empty tables would give figures that are too good. */
export interface World {
  people: Person[];
  freeEventIds: number[];
  paidEventIds: number[];
}

const personCount = 2000;
const usualEventCount = 600;

/** A connection ends statements that take longer than 15 seconds. */
const maxInserted = 2000;

/** Migrates the empty database and fills it. All users are signed in and have the same password. */
export async function makeSmallWorld(
  databaseUrl: string,
  { events: eventCount = usualEventCount } = {},
): Promise<World> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  const { db } = connection;
  await migrate(db);
  const hash = await createPasswords().hash(password, null);
  await sql`insert into users (username, email, password_hash)
    select 'person_' || n, 'person.' || n || '@example.org', ${hash} from generate_series(1, ${personCount}::int) n`.execute(
    db,
  );
  await sql`insert into teams (name) values ('Riverside Evenings')`.execute(db);
  await sql`insert into team_members (team_id, user_id, role) values (1, 1, 'team_admin')`.execute(db);
  for (let first = 1; first <= eventCount; first += maxInserted) {
    const last = Math.min(eventCount, first + maxInserted - 1);
    await sql`insert into events (title, description, location, category_id, price_pence, start_time, end_time,
      max_attendees, status, team_id, created_by, search_text)
    select title, text, place, 1 + n % 12, case when n % 2 = 0 then 0 else 1250 end,
      now() + interval '5 hours' * n, now() + interval '5 hours' * n + interval '2 hours', 100000, 'published', 1, 1,
      lower(title || ' ' || place || ' ' || text)
    from generate_series(${first}::int, ${last}::int) n,
      lateral (select 'Evening ' || n || ' by the river' as title, n || ' Mill Lane' as place,
        repeat('Music, bread and long tables for everybody who comes. ', 8) as text) words`.execute(db);
    await sql`insert into ticket_types (event_id, name, price_pence)
      select id, 'General admission', price_pence from events
      where id between ${first}::int and ${last}::int order by id`.execute(db);
  }
  await sql`analyze`.execute(db);
  const people = await signIn(db);
  const events = await db.selectFrom('events').select(['id', 'price_pence']).orderBy('id').execute();
  await connection.close();
  return {
    people,
    freeEventIds: events.flatMap((event) => (event.price_pence === 0 ? [event.id] : [])),
    paidEventIds: events.flatMap((event) => (event.price_pence === 0 ? [] : [event.id])),
  };
}

async function signIn(db: ReturnType<typeof connectPostgres>['db']): Promise<Person[]> {
  const now = new Date();
  const expires_at = new Date(now.getTime() + 24 * 3600 * 1000);
  const users = await db.selectFrom('users').select(['id', 'username']).orderBy('id').execute();
  const sessions = users.map((user) => ({ id: randomUUID(), user_id: user.id, created_at: now, expires_at }));
  await db.insertInto('sessions').values(sessions).execute();
  const secret = new TextEncoder().encode(sessionSecret);
  return Promise.all(
    users.map(async ({ id, username }, n) => ({
      id,
      username,
      token: await signAccessToken(secret, sessions[n]?.id ?? '', id, now),
    })),
  );
}

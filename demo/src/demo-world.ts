import type { Tx } from '@foyer/server/db/connect.ts';
import { demoPassword } from '@foyer/server/demo-passwords.ts';
import type { Deps } from '@foyer/server/deps.ts';
import { storePicture } from '@foyer/server/storage/pictures.ts';
import { makePrivateKey, makeSearchText } from '@foyer/server/features/events/events.rules.ts';
import { insertMember, insertTeam } from '@foyer/server/features/teams/teams.service.ts';
import { createFirstType } from '@foyer/server/features/events/types/types.service.ts';
import { insertUser } from '@foyer/server/features/users/users.service.ts';
import { computeTimeInZone } from '@foyer/server/zoned-time.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { drawPoster } from './posters/posters.ts';
import { demoEvents, type DemoEvent } from './world/world-events.ts';
import { type DemoGuest, listGuests } from './world/world-guests.ts';
import { demoTeams, demoUsers } from './world/world-people.ts';

export const demoLogins = [
  `admin / ${demoPassword}         runs the whole site`,
  `teamadmin / ${demoPassword}     runs a team`,
  `eventmanager / ${demoPassword}  makes its events`,
  `attendee / ${demoPassword}      goes to them`,
];

const minute = 60_000;
const day = 24 * 60 * minute;

/** The number of a PostgreSQL advisory lock. Foyer uses this number for no other lock. */
const demoLock = 4_020_261_121;

/**
 * Creates the demo world when nobody has signed up yet. Returns whether this database contains a demo world.
 * `drawPictures` returns the web addresses of the events' pictures, in the order of the events.
 */
export async function makeDemoWorld(deps: Deps, drawPictures = storePosters): Promise<boolean> {
  if ((await findAnyUser(deps.db)) === undefined) {
    const pictures = await drawPictures(deps);
    const passwordHash = await deps.passwords.hash(demoPassword, null);
    await deps.db.transaction().execute(async (tx) => {
      // Two processes may start on the same empty database. With this lock, only one process creates the demo world.
      await sql`select pg_advisory_xact_lock(${demoLock})`.execute(tx);
      if (!(await findAnyUser(tx))) await fillDatabase(deps, tx, { passwordHash, pictures });
    });
  }
  const admin = demoUsers.find((user) => user.isSiteAdmin);
  const found = await deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', admin?.email ?? '')
    .executeTakeFirst();
  return found !== undefined;
}

function findAnyUser(db: Deps['db'] | Tx) {
  return db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
}

async function storePosters(deps: Deps): Promise<string[]> {
  const addresses: string[] = [];
  const queue = demoEvents.entries();
  const drawNext = async () => {
    for (const [index, event] of queue) addresses[index] = await storePoster(deps, event);
  };
  // Draw two posters at the same time, to keep two cores busy. Drawing more at a time would only take more memory.
  await Promise.all([drawNext(), drawNext()]);
  return addresses;
}

async function storePoster(deps: Deps, event: DemoEvent): Promise<string> {
  // At this width each grain of the poster is exactly one pixel.
  const picture = await sharp(Buffer.from(drawPoster(event.poster)))
    .resize(1200)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return storePicture(deps.storage, 'events', picture);
}

type Ids = ReadonlyMap<string, number>;

async function fillDatabase(deps: Deps, tx: Tx, made: { passwordHash: string; pictures: string[] }) {
  const users = await insertUsers(tx, made.passwordHash, deps.clock.now());
  const teams = await insertTeams(tx, users);
  const rows = await tx.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(100).execute();
  const categories = new Map(rows.map(({ id, name }) => [name, id]));
  const now = deps.clock.now();
  const today = { now, timeZone: deps.config.timeZone };
  for (const [index, event] of demoEvents.entries()) {
    const guests = listGuests(event);
    const startsAt = computeTimeInZone(today, event.startsIn);
    const eventId = await insertEvent(tx, event, {
      users,
      teams,
      categories,
      startsAt,
      seatsTaken: guests.length,
      picture: made.pictures[index],
    });
    await fillSeats(tx, guests, { eventId, users, startsAt, now });
  }
}

async function insertUsers(tx: Tx, passwordHash: string, email_verified_at: Date): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { username, email, isSiteAdmin } of demoUsers) {
    const user = {
      username,
      email,
      email_verified_at,
      password_hash: passwordHash,
      is_site_admin: isSiteAdmin,
    };
    ids.set(username, await insertUser(tx, user));
  }
  return ids;
}

async function insertTeams(tx: Tx, users: Ids): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { name, description, members } of demoTeams) {
    const [first, ...others] = members;
    const { team } = await insertTeam(tx, { name, description, adminId: getId(users, first.username) });
    for (const { username, role } of others) {
      await insertMember(tx, { team_id: team.id, user_id: getId(users, username), role });
    }
    ids.set(name, team.id);
  }
  return ids;
}

interface EventPlace {
  users: Ids;
  teams: Ids;
  categories: Ids;
  startsAt: Date;
  seatsTaken: number;
  picture: string | undefined;
}

/**
 * Inserts the row directly. The server's `createEvent` cannot be used, because it opens a transaction of its own and
 * cannot set `seats_taken`.
 */
async function insertEvent(tx: Tx, event: DemoEvent, place: EventPlace): Promise<number> {
  const { id } = await tx
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      location: event.location,
      category_id: getId(place.categories, event.category),
      price_pence: event.pricePence ?? 0,
      start_time: place.startsAt,
      end_time: new Date(place.startsAt.getTime() + event.durationMinutes * minute),
      max_attendees: event.maxAttendees,
      seats_taken: place.seatsTaken,
      status: event.status,
      is_public: event.isPublic,
      private_key: event.isPublic ? null : makePrivateKey(),
      event_type: event.eventType,
      event_img_url: place.picture ?? null,
      team_id: getId(place.teams, event.team),
      created_by: getId(place.users, event.createdBy),
      search_text: makeSearchText(event),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createFirstType(tx, id, event.pricePence ?? 0);
  return id;
}

/**
 * Gives each guest a free ticket, even for a paid event, because the payment provider would not know an invented
 * payment. Inserts the rows directly, because the server's functions would send a mail for each ticket and refuse past
 * events.
 */
async function fillSeats(
  tx: Tx,
  guests: DemoGuest[],
  event: { eventId: number; users: Ids; startsAt: Date; now: Date },
) {
  if (guests.length === 0) return;
  const issuedAt = new Date(Math.min(event.startsAt.getTime(), event.now.getTime()) - 2 * day);
  const usedAt = new Date(event.startsAt.getTime() + 5 * minute);
  const { id: typeId } = await tx
    .updateTable('ticket_types')
    .set({ sold: guests.length })
    .where('event_id', '=', event.eventId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const orders = await tx
    .insertInto('orders')
    .values(
      guests.map(({ username }) => ({
        event_id: event.eventId,
        user_id: getId(event.users, username),
        status: 'confirmed' as const,
        placed_at: issuedAt,
        hold_expires_at: null,
        confirmed_at: issuedAt,
        buyer_name: username,
        buyer_email: sql<string>`(select email from users where username = ${username})`,
        is_single: true,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  const checkedInBy = new Map(guests.map((guest) => [getId(event.users, guest.username), guest.checkedInBy]));
  await tx
    .insertInto('tickets')
    .values(
      orders.map((order) => {
        const doorkeeper = order.user_id === null ? undefined : checkedInBy.get(order.user_id);
        return {
          event_id: event.eventId,
          order_id: order.id,
          ticket_type_id: typeId,
          type_name: 'General admission',
          ticket_code: sql<string>`make_ticket_code()`,
          short_code: sql<string>`make_code(10)`,
          price_pence: 0,
          status: doorkeeper ? ('used' as const) : ('valid' as const),
          issued_at: issuedAt,
          used_at: doorkeeper ? usedAt : null,
          used_by: doorkeeper ? getId(event.users, doorkeeper) : null,
        };
      }),
    )
    .execute();
}

function getId(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo world names "${name}" but does not make it`);
  return id;
}

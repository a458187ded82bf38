import { sql } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Deps } from '../deps.ts';
import { storePicture } from '../features/events/events.pictures.service.ts';
import { makeSearchText } from '../features/events/events.rules.ts';
import { makeTicketCode } from '../features/tickets/tickets.rules.ts';
import { findTimeInZone } from '../zoned-time.ts';
import type { Tx } from './connect.ts';
import { drawPoster } from './demo/posters.ts';
import { demoEvents, type DemoEvent } from './demo/world-events.ts';
import { type DemoGuest, listGuests } from './demo/world-guests.ts';
import { demoTeams, demoUsers } from './demo/world-people.ts';

const demoPassword = 'password123';

export const demoLogins = [
  `admin / ${demoPassword}         runs the whole site`,
  `teamadmin / ${demoPassword}     runs a team`,
  `eventmanager / ${demoPassword}  makes its events`,
  `attendee / ${demoPassword}      goes to them`,
];

const minute = 60_000;
const day = 24 * 60 * minute;

/** Any number that no other lock of ours uses. */
const demoLock = 4_020_261_121;

/**
 * Makes the demo world if nobody has signed up yet; says whether this database holds a demo world.
 * `drawPictures` gives the addresses of the events' pictures, in the order of the events.
 */
export async function makeDemoWorld(deps: Deps, drawPictures = storePosters): Promise<boolean> {
  if (await isEmpty(deps)) {
    const pictures = await drawPictures(deps);
    const passwordHash = await deps.passwords.hash(demoPassword);
    await deps.db.transaction().execute(async (tx) => {
      // Of two processes that start on an empty database one makes the world.
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

async function isEmpty(deps: Deps): Promise<boolean> {
  return (await findAnyUser(deps.db)) === undefined;
}

function findAnyUser(db: Deps['db'] | Tx) {
  return db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
}

/** Draws every event's poster and stores it as an upload would be. */
async function storePosters(deps: Deps): Promise<string[]> {
  // Each decodes and encodes on the cores that there are; more at once would only take memory.
  const limit = pLimit(2);
  const draw = async (event: DemoEvent) => {
    // A grain of the print is one pixel at this width.
    const drawn = await sharp(Buffer.from(drawPoster(event.poster)))
      .resize(1200)
      .png({ compressionLevel: 1 })
      .toBuffer();
    return storePicture(deps.storage, drawn);
  };
  return Promise.all(demoEvents.map((event) => limit(draw, event)));
}

type Ids = ReadonlyMap<string, number>;

async function fillDatabase(deps: Deps, tx: Tx, made: { passwordHash: string; pictures: string[] }) {
  const users = await insertUsers(tx, made.passwordHash);
  const teams = await insertTeams(tx, users);
  const rows = await tx.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(100).execute();
  const categories = new Map(rows.map(({ id, name }) => [name, id]));
  const now = deps.clock.now();
  const today = { now, timeZone: deps.config.timeZone };
  for (const [index, event] of demoEvents.entries()) {
    const guests = listGuests(event);
    const startsAt = findTimeInZone(today, event.startsIn);
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

async function insertUsers(tx: Tx, passwordHash: string): Promise<Ids> {
  const rows = await tx
    .insertInto('users')
    .values(
      demoUsers.map((user) => ({
        username: user.username,
        email: user.email,
        password_hash: passwordHash,
        is_site_admin: user.isSiteAdmin ?? false,
      })),
    )
    .returning(['id', 'username'])
    .execute();
  return new Map(rows.map(({ id, username }) => [username, id]));
}

async function insertTeams(tx: Tx, users: Ids): Promise<Ids> {
  const rows = await tx
    .insertInto('teams')
    .values(demoTeams.map(({ name, description }) => ({ name, description })))
    .returning(['id', 'name'])
    .execute();
  const teams = new Map(rows.map(({ id, name }) => [name, id]));
  const members = demoTeams.flatMap((team) =>
    team.members.map(({ username, role }) => ({
      team_id: getId(teams, team.name),
      user_id: getId(users, username),
      role,
    })),
  );
  await tx.insertInto('team_members').values(members).execute();
  return teams;
}

interface Surroundings {
  users: Ids;
  teams: Ids;
  categories: Ids;
  startsAt: Date;
  seatsTaken: number;
  picture: string | undefined;
}

async function insertEvent(tx: Tx, event: DemoEvent, around: Surroundings): Promise<number> {
  const { id } = await tx
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      location: event.location,
      category_id: getId(around.categories, event.category),
      price_pence: event.pricePence ?? 0,
      start_time: around.startsAt,
      end_time: new Date(around.startsAt.getTime() + event.durationMinutes * minute),
      max_attendees: event.maxAttendees,
      seats_taken: around.seatsTaken,
      status: event.status,
      is_public: event.isPublic,
      event_type: event.eventType,
      event_img_url: around.picture ?? null,
      team_id: getId(around.teams, event.team),
      created_by: getId(around.users, event.createdBy),
      search_text: makeSearchText(event),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Complimentary tickets: nobody paid, so the ledger and the provider agree from the start. */
async function fillSeats(
  tx: Tx,
  guests: DemoGuest[],
  where: { eventId: number; users: Ids; startsAt: Date; now: Date },
) {
  if (guests.length === 0) return;
  const issuedAt = new Date(Math.min(where.startsAt.getTime(), where.now.getTime()) - 2 * day);
  const usedAt = new Date(where.startsAt.getTime() + 5 * minute);
  const registrations = await tx
    .insertInto('registrations')
    .values(
      guests.map(({ username }) => ({
        event_id: where.eventId,
        user_id: getId(where.users, username),
        status: 'registered' as const,
        registration_time: issuedAt,
        hold_expires_at: null,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  const letInBy = new Map(guests.map((guest) => [getId(where.users, guest.username), guest.letInBy]));
  await tx
    .insertInto('tickets')
    .values(
      registrations.map((registration) => {
        const doorkeeper = letInBy.get(registration.user_id);
        return {
          event_id: where.eventId,
          user_id: registration.user_id,
          registration_id: registration.id,
          ticket_code: makeTicketCode(),
          paid: false,
          price_pence: 0,
          status: doorkeeper ? ('used' as const) : ('valid' as const),
          issued_at: issuedAt,
          used_at: doorkeeper ? usedAt : null,
          used_by: doorkeeper ? getId(where.users, doorkeeper) : null,
        };
      }),
    )
    .execute();
}

function getId(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo world speaks of "${name}", which it does not make`);
  return id;
}

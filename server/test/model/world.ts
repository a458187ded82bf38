import type { BodyInput, HeadersInput } from '@foyer/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '@foyer/contract/index.ts';
import { signAccessToken } from '../../src/http/session.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { startTestApp, type TestApp, type TestClock } from '../app.ts';
import { createTestDatabase } from '../database/database.ts';
import { makeEvent } from '../factories.ts';
import { makeDevice, type NewOrder } from '../orders.ts';
import { insertPeople, insertTeam, type SignedIn } from '../people.ts';
import { eventCount, guestCount, personCount, singleCount } from './steps.ts';

/** A buyer without an account. */
export interface Guest {
  device: string;
  email: string;
}

/** The body of `POST /orders`, in which all ids and quantities are numbers. */
export type OrderBody = Omit<NewOrder, 'event_id' | 'items'> & {
  event_id: number;
  items: { ticket_type_id: number; quantity: number; attendees?: { name: string; email?: string }[] }[];
};

export interface PlacedOrder {
  number: string;
  buyer: SignedIn | Guest;
  /** The key that opens a guest's order. */
  orderKey: string | undefined;
  body: OrderBody;
  idempotencyKey: string;
}

/** Two apps that share only a database and a clock, with the people and events of a random history. */
export interface World {
  apps: [TestApp, TestApp];
  clock: TestClock;
  organiser: SignedIn;
  /**
   * The people and events that the steps use. `replaceGone` replaces those that were deleted, and events that have
   * started.
   */
  people: SignedIn[];
  events: number[];
  guests: Guest[];
  /** The orders that `POST /orders` made, oldest first. */
  orders: PlacedOrder[];
  /** The codes of tickets that were given to somebody else. */
  oldCodes: string[];
  /** Whether no other step runs at this moment, so that answers can be predicted. */
  isAlone: boolean;
  /** All checkout sessions and payment intents, oldest first. */
  sessions: { id: string; buyer: SignedIn | PlacedOrder; isDone: boolean }[];
  intents: string[];
  /** While the provider is down, calls that need it may fail. */
  isProviderUp: boolean;
  restart(which: 0 | 1): Promise<void>;
  close(): Promise<void>;
}

function createStillClock(): TestClock {
  let time = Date.now();
  return { now: () => new Date(time), advance: (milliseconds) => void (time += milliseconds) };
}

export async function makeWorld(): Promise<World> {
  const database = await createTestDatabase();
  const clock = createStillClock();
  const start = () => startTestApp({ databaseUrl: database.url, clock, works: false, pool: 6 });
  const apps: World['apps'] = [await start(), await start()];
  const { db } = apps[0];
  const [organiser, ...people] = await insertPeople(db, personCount + 1, clock.now());
  if (!organiser) throw new Error('There is no organiser');
  await insertTeam(db, organiser.id);
  const world: World = {
    apps,
    clock,
    organiser,
    people,
    guests: Array.from({ length: guestCount }, (_, n) => makeGuest(people, n)),
    events: [],
    orders: [],
    oldCodes: [],
    isAlone: false,
    sessions: [],
    intents: [],
    isProviderUp: true,
    async restart(which) {
      await apps[which].close();
      apps[which] = await start();
    },
    async close() {
      await Promise.all(apps.map((app) => app.close()));
      await database.drop();
    },
  };
  await apps[0].sandbox.setSwitches(NORMAL_SWITCHES);
  for (let n = 0; n < eventCount; n += 1) await makeEventIn(world, n);
  return world;
}

/** Makes a guest. Every second guest has an account's email address, written in capital letters. */
function makeGuest(people: readonly SignedIn[], n: number): Guest {
  const email = n % 2 === 0 ? people[n]?.email.toUpperCase() : undefined;
  return { device: makeDevice(), email: email ?? `guest_${n}@example.org` };
}

/** Creates an event with few seats, and stores its id at this index of `world.events`. */
export async function makeEventIn(world: World, place: number): Promise<void> {
  const [app] = world.apps;
  const token = await signTokenFor(world, world.organiser);
  const isSingle = place < singleCount;
  const max_attendees = isSingle ? 2 + place : 8 + place;
  const fields = { price: place === 0 ? 0 : 4 + place, max_attendees, startsIn: 24 * 5 };
  const { id } = await makeEvent(app, fields, { token });
  world.events[place] = id;
  if (isSingle) return;
  // Buyers may cancel paid tickets until two days before the start.
  await app.call('PATCH /events/:id', { token, params: { id }, body: { refund_days: 2 } });
  await addTypesAndCodes(app, id, token);
}

/** Adds cheap, free and hidden ticket types, and a promo code of each kind. */
async function addTypesAndCodes(app: TestApp, id: number, token: string): Promise<void> {
  const types = [
    { name: 'Reduced', price: 3.33, quantity: 4, max_per_order: 3 },
    { name: 'Child', price: 0, max_per_buyer: 2 },
    { name: 'Crew', price: 0.5, visibility: 'hidden' as const },
  ];
  const ids: number[] = [];
  for (const body of types) {
    const added = await app.call('POST /events/:id/ticket-types', { token, params: { id }, body });
    ids.push(added.body.ticket_type.id);
  }
  const [reduced = 0, , crew = 0] = ids;
  const codes = [
    { code: 'TENTH', kind: 'percent' as const, percent: 10, max_uses: 4 },
    { code: 'NEARLY', kind: 'percent' as const, percent: 98, max_per_buyer: 1 },
    { code: 'FIVER', kind: 'amount' as const, amount: 5, max_uses: 2 },
    { code: 'REDUCED', kind: 'amount' as const, amount: 1, ticket_type_ids: [reduced] },
    { code: 'CREW', kind: 'unlock' as const, ticket_type_ids: [crew], max_uses: 3 },
  ];
  for (const body of codes) await app.call('POST /events/:id/promo-codes', { token, params: { id }, body });
}

/** Replaces deleted people, and events that were deleted or have started, with new ones. */
export async function replaceGone(world: World): Promise<void> {
  const { db } = world.apps[0];
  const now = world.clock.now();
  const people = await db
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      world.people.map(({ id }) => id),
    )
    .execute();
  const present = new Set(people.map(({ id }) => id));
  for (const [place, { id }] of world.people.entries()) {
    const [newcomer] = present.has(id) ? [] : await insertPeople(db, 1, now);
    if (newcomer) world.people[place] = newcomer;
  }
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('id', 'in', world.events)
    .where('start_time', '>', now)
    .execute();
  const coming = new Set(events.map(({ id }) => id));
  for (const [place, id] of world.events.entries()) if (!coming.has(id)) await makeEventIn(world, place);
}

export function choose<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % list.length];
}

export function recordSession({ sessions }: World, id: string, buyer: SignedIn | PlacedOrder): void {
  if (!sessions.some((session) => session.id === id)) sessions.push({ id, buyer, isDone: false });
}

/** Access tokens expire when the clock is advanced, so each request gets a new token. */
function signTokenFor(world: World, { id, sessionId }: SignedIn): Promise<string> {
  return signAccessToken(world.apps[0].deps.sessionSecret, sessionId, id, world.clock.now());
}

interface Request<K extends EndpointKey> {
  /** Undefined for a guest. */
  as?: SignedIn;
  params?: Record<string, string | number>;
  headers?: HeadersInput<Endpoints[K]>;
  body?: BodyInput<Endpoints[K]>;
}

/** Calls an endpoint as a person or a guest. Throws for a response of 500 or above, unless the provider is down. */
export async function ask<K extends EndpointKey>(
  world: World,
  which: 0 | 1,
  key: K,
  { as, ...request }: Request<K>,
) {
  const token = as && (await signTokenFor(world, as));
  const { status, body } = await world.apps[which].call(key, { ...request, token });
  const { code } = body as { code?: string };
  if (status >= 500 && (world.isProviderUp || code !== 'payments_unavailable'))
    throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
  return { status, body, outcome: status < 300 ? String(status) : code };
}

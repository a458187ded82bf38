import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { createLinkToken, type LinkPurpose } from '../../src/features/users/users.links.service.ts';
import { signAccessToken } from '../../src/http/session.ts';
import { hashAddress, signStopToken } from '../../src/mail/mail-stops.ts';
import { listOffers } from '../../src/features/events/types/types.queries.ts';
import type { TestApp } from '../app.ts';
import {
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  openCheckout,
  testPassword,
  type TestUser,
} from '../factories.ts';
import type { CallerName } from './malformed-requests-drafts.ts';
import { keepSnapshot } from './malformed-requests-snapshot.ts';
import { findOrderFields, findTicketIds, listOrders } from './malformed-requests-orders.ts';
import { makeInvitation } from '../invitations.ts';
import { keepWebhook } from '../payments.ts';
import { askForChallenge, openAuthenticator, switchOnTwoFactor } from '../two-factor.ts';
import { listTicketsOf } from '../tickets.ts';

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Creates everything that the requests can name: a team with events, two people who have tickets for them, a second
 * team that has nothing to do with the first, and a site administrator.
 */
export async function makeWorld(app: TestApp) {
  const people = await makePeople(app);
  const things = await makeThings(app, people);
  // Give each user an email address that occurs nowhere else in the database, so that an answer with the address shows
  // a leak.
  for (const { id, email } of Object.values(people)) {
    await app.db.updateTable('users').set({ email }).where('id', '=', id).execute();
  }
  const { restore } = await keepSnapshot(app.db);
  return {
    restore,
    knownTo: (spec: EndpointSpec) => (field: string) => findKnown(things, spec, field),
    /** The first tokens expire after 15 minutes. */
    async signIn(): Promise<Record<CallerName, string | undefined>> {
      const sign = ({ sessionId, id }: { sessionId: string; id: number }) =>
        signAccessToken(app.deps.sessionSecret, sessionId, id, app.clock.now());
      return {
        nobody: undefined,
        attendee: await sign(people.attendee),
        'team admin': await sign(people.organiser),
        'site admin': await sign(people.admin),
      };
    },
    secrets: await listSecrets(app, people),
  };
}

async function makePeople(app: TestApp) {
  const organiser = await makeOrganiser(app);
  const made = {
    attendee: await makeUser(app),
    guest: await makeUser(app),
    helper: await makeMember(app, organiser.teamId, 'organizer'),
    organiser,
    stranger: await makeOrganiser(app),
    admin: await makeAdmin(app),
  };
  const named = Object.entries(made).map(async ([name, person]) => {
    const { id: sessionId } = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return [name, { ...person, sessionId, email: `${name}@only-for-${name}.example` }];
  });
  type Made = typeof made;
  return Object.fromEntries(await Promise.all(named)) as {
    [Name in keyof Made]: Made[Name] & { sessionId: string };
  };
}

type People = Awaited<ReturnType<typeof makePeople>>;

async function makeThings(app: TestApp, { attendee, guest, organiser, stranger, ...others }: People) {
  const free = await makeEvent(app, { category: 'Music' }, organiser);
  const paid = await makeEvent(app, { price: 12.5, max_attendees: null }, organiser);
  const onSale = await makeEvent(app, { price: 8 }, organiser);
  const draft = await makeEvent(app, { status: 'draft' }, organiser);
  const elsewhere = await makeEvent(app, { is_public: false }, stranger);
  const past = await makeEvent(app, { startsIn: -48 }, organiser);
  for (const { token } of [attendee, guest]) {
    await app.call('POST /events/:id/register', { token, params: { id: free.id } });
  }
  await app.call('POST /events/:id/register', { token: guest.token, params: { id: elsewhere.id } });
  // Each event gets a second ticket type, which a request can delete. It is hidden, so that the older API still sells
  // the first type.
  for (const { id } of [free, paid, onSale, draft, past]) {
    const body = { name: 'Friends', price: 4, quantity: 5, visibility: 'hidden' } as const;
    await app.call('POST /events/:id/ticket-types', { token: organiser.token, params: { id }, body });
    const code = { code: 'TENOFF', kind: 'percent', percent: 10 } as const;
    await app.call('POST /events/:id/promo-codes', { token: organiser.token, params: { id }, body: code });
  }
  const typesOfFirst = await listOffers(app.db, free.id, { withHidden: true });
  const sessionIds = [await buy(app, attendee, paid.id), await buy(app, guest, paid.id)];
  sessionIds.push(await openCheckout(app, guest, onSale.id));
  // The attendee holds an order, which a request can pay.
  await openCheckout(app, attendee, onSale.id);
  const invitations = [
    await makeInvitation(app, organiser, { user_id: attendee.id }),
    await makeInvitation(app, organiser, { email: 'newcomer@example.org' }),
    await makeInvitation(app, stranger, { user_id: attendee.id }),
    await makeInvitation(app, stranger, { user_id: guest.id }),
  ];
  const tickets = await app.db
    .selectFrom('tickets')
    .select(['id', 'ticket_code'])
    .where('ticket_code', 'is not', null)
    .$narrowType<{ ticket_code: string }>()
    .execute();
  const users = [attendee, attendee, attendee, guest, organiser, stranger, ...Object.values(others)];
  return {
    users: users.map((user) => user.id),
    names: users.map((user) => user.username),
    emails: users.map((user) => user.email),
    refreshTokens: users.map((user) => user.refreshToken),
    teams: [organiser.teamId, organiser.teamId, stranger.teamId],
    teamNames: await pluck(app.db.selectFrom('teams').select('name as value').execute()),
    categories: await pluck(app.db.selectFrom('categories').select('name as value').execute()),
    // Events that accept registrations or payments stand twice in the list, so that requests choose them more often.
    events: [free, free, paid, onSale, onSale, draft, elsewhere, past].map((event) => event.id),
    ticketTypes: await pluck(app.db.selectFrom('ticket_types').select('id as value').execute()),
    promoCodes: await pluck(app.db.selectFrom('promo_codes').select('id as value').execute()),
    memberships: await pluck(app.db.selectFrom('team_members').select('id as value').execute()),
    invitations,
    registrations: await pluck(app.db.selectFrom('orders').select('id as value').execute()),
    // The ticket types of the first event in `events`, because the server refuses those of another event early.
    typesOfFirst: typesOfFirst.map((type) => type.id),
    orderItems: [[{ ticket_type_id: typesOfFirst[0]?.id, quantity: 1 }]],
    ...(await listOrders(app, { onSale, paid, free }, { buyer: attendee, organiser })),
    tickets: tickets.map((ticket) => ticket.id),
    codes: tickets.map((ticket) => ticket.ticket_code),
    payments: await pluck(app.db.selectFrom('payments').select('id as value').execute()),
    webhooks: [await keepWebhook(app)],
    verifyTokens: [await makeLink(app, guest, 'verify_email')],
    resetTokens: [await makeLink(app, guest, 'reset_password')],
    stopTokens: [organiser.teamId, null].map((teamId) =>
      signStopToken(app.deps.sessionSecret, { addressHash: hashAddress(guest.email), teamId, eventId: null }),
    ),
    sessionIds,
    devices: await pluck(app.db.selectFrom('sessions').select('id as value').execute()),
    ...(await makeSecondFactors(app, { attendee, organiser, ...others })),
  };
}

/**
 * Gives the attendee a second factor. The organiser and the administrator have started to set up a second
 * factor.
 */
async function makeSecondFactors(app: TestApp, people: Pick<People, 'attendee' | 'organiser' | 'admin'>) {
  const { attendee, organiser, admin } = people;
  const { recoveryCodes } = await switchOnTwoFactor(app, attendee);
  const apps = await Promise.all(
    [organiser, admin].map(async ({ token }) => {
      const body = { current_password: testPassword };
      const { secret } = (await app.call('POST /auth/two-factor/set-up', { token, body })).body;
      return openAuthenticator(app, secret);
    }),
  );
  const challenges = [await askForChallenge(app, attendee.username)];
  // Let the challenge end tomorrow and allow 10,000 tries, because the test takes longer and tries more codes than a
  // user.
  const tomorrow = new Date(app.clock.now().getTime() + 24 * 3600_000);
  await app.db.updateTable('login_challenges').set({ tries_left: 10_000, expires_at: tomorrow }).execute();
  return { recoveryCodes, challenges, showCodes: () => apps.map((each) => each.code()) };
}

type Things = Awaited<ReturnType<typeof makeThings>>;

function makeLink(app: TestApp, { id: userId, email }: TestUser, purpose: LinkPurpose): Promise<string> {
  return createLinkToken(app.db, { userId, email, purpose, now: app.clock.now() });
}

async function pluck<T>(rows: Promise<{ value: T }[]>): Promise<T[]> {
  return (await rows).map((row) => row.value);
}

async function buy(app: TestApp, buyer: TestUser, eventId: number): Promise<string> {
  const sessionId = await openCheckout(app, buyer, eventId);
  await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
  const paid = await app.call('POST /stripe/sync-payment/:sessionId', {
    token: buyer.token,
    params: { sessionId },
  });
  if (paid.status !== 200) throw new Error(`Nothing was bought: ${JSON.stringify(paid.body)}`);
  return sessionId;
}

type ListName = Exclude<keyof Things, 'showCodes' | 'ticketChanges'>;

/**
 * The meaning of the fields `id` and `name` depends on the start of the path: each entry has a start, the values for
 * `id` and the values for `name`. The first entry that fits is used.
 */
const named: [string, ListName, ListName][] = [
  ['/events/registrations/', 'registrations', 'names'],
  ['/events/categories/', 'categories', 'categories'],
  ['/teams/invitations/', 'invitations', 'names'],
  ['/teams/members/', 'memberships', 'names'],
  ['/events', 'events', 'names'],
  ['/teams', 'teams', 'teamNames'],
  ['/tickets', 'tickets', 'names'],
  ['/admin/payments', 'payments', 'names'],
  ['/', 'users', 'names'],
];

function findKnown(things: Things, { path }: EndpointSpec, field: string): readonly unknown[] {
  const place = named.find(([start]) => path.startsWith(start));
  const byField = new Map<string, readonly unknown[]>(
    Object.entries({
      id: findTicketIds(things, path) ?? (place ? things[place[1]] : []),
      name: place ? things[place[2]] : [],
      userId: things.users,
      eventId: path === '/orders' ? things.events.slice(0, 1) : things.events,
      teamId: things.teams,
      typeId: things.typesOfFirst,
      codeId: things.promoCodes,
      // Offer one promo code: 10% for all ticket types. The server would refuse most other mixes of kinds and values
      // early.
      kind: ['percent'],
      percent: [10],
      amount: path.endsWith('/refunds') ? [1] : [null],
      ticketTypeIds: [[]],
      ticketTypeId: path.endsWith('/complimentary-tickets') ? things.typesOfFirst : things.ticketTypes,
      guests: [[{ name: 'Ivo Marsh', email: 'ivo@example.org' }]],
      items: things.orderItems,
      promoCode: ['TENOFF'],
      // The offered order (`items`) is free. The server refuses an order early if its total differs from the
      // expected one.
      expectedTotal: [0],
      ticketId: things.tickets,
      // The server refuses fewer places than an event has attendees.
      maxAttendees: [100],
      memberId: things.users,
      registrationId: things.registrations,
      sessionId: path.startsWith('/auth/') ? things.devices : things.sessionIds,
      webhookId: things.webhooks,
      code: findCodes(things, path),
      challenge: things.challenges,
      codeOrId: [...things.codes, ...things.tickets],
      username: path === '/auth/login' ? [...things.names, ...things.emails] : things.names,
      // These calls store and return the typed address. The test would take another user's address for a leak.
      email: /^\/orders\/|\/(transfer|complimentary-tickets)$/.test(path) ? [] : things.emails,
      password: [testPassword],
      currentPassword: [testPassword],
      refreshToken: things.refreshTokens,
      token: path.startsWith('/mail-stops')
        ? things.stopTokens
        : [...things.verifyTokens, ...things.resetTokens],
      category: things.categories,
      // Offer an early start and a late end, so that the event usually still ends after its start when a request
      // changes only one of the two.
      startTime: ['2027-05-01T18:00:00.000Z'],
      endTime: ['2190-05-01T18:00:00.000Z'],
      ...findOrderFields(things, path),
    }),
  );
  const name = field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return byField.get(name) ?? [];
}

function findCodes({ codes, recoveryCodes, showCodes }: Things, path: string): readonly string[] {
  if (!path.startsWith('/auth/two-factor/')) return codes;
  return path.endsWith('/confirm') ? showCodes() : recoveryCodes;
}

/** Lists the personal data of each user, and secrets that no answer may contain. */
async function listSecrets(app: TestApp, people: People) {
  const { db } = app;
  const tokens = await db.selectFrom('refresh_tokens').select('token_hash as value').execute();
  const recoveryCodes = await db.selectFrom('recovery_codes').select('code_hash as value').execute();
  const forNobody = [
    '$argon2',
    ...[...tokens, ...recoveryCodes].flatMap(({ value }) => encodings.map((each) => value.toString(each))),
  ];
  const ofPeople = Object.entries(people).map(async ([name, { id, email, refreshToken }]) => {
    const codes = await listTicketsOf(app, { id });
    const sessions = await db
      .selectFrom('payments')
      .select('provider_session_id')
      .where('user_id', '=', id)
      .execute();
    const payments = sessions.flatMap((payment) => payment.provider_session_id ?? []);
    return [name, [email, refreshToken, ...codes.map((ticket) => ticket.ticket_code), ...payments]];
  });
  return { forNobody, of: Object.fromEntries(await Promise.all(ofPeople)) as Record<keyof People, string[]> };
}

const encodings = ['hex', 'base64', 'base64url'] as const;

import type { BodyInput, HeadersInput } from '@foyer/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '@foyer/contract/index.ts';
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
import { makeInvitation } from '../invitations.ts';
import { findOnlyType, placeOrder } from '../orders.ts';
import { buyTicket, keepWebhook } from '../payments.ts';
import { makeDoorLink, readPaymentIdOf, readTicket } from '../tickets.ts';

/**
 * The people who call each endpoint. Each row of the access table has a status for each caller, in this order.
 * `organizer` to `team_admin` are the members of the team that owns the event.
 */
export const callers = [
  'nobody',
  'stranger',
  'attendee',
  'creator who left the team',
  'organizer',
  'owner',
  'event_manager',
  'team_admin',
  'admin of another team',
  'site admin',
] as const;

type Caller = (typeof callers)[number];

interface Request<K extends EndpointKey> {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  headers?: HeadersInput<Endpoints[K]>;
  body?: BodyInput<Endpoints[K]>;
}

export interface Row {
  key: EndpointKey;
  /**
   * Says what is special about the request, such as `of a draft`. The text is empty for the usual request of an
   * endpoint.
   */
  about: string;
  /** In the order of `callers`. */
  statuses: readonly number[];
  /** Creates the event, ticket or user that the request is about, and returns a function that sends the request. */
  prepare: (scene: Scene) => Promise<(caller: Credentials) => Promise<{ status: number }>>;
  /**
   * The status for a volunteer without an account, who has a link for the event that the request is about. By default,
   * the status for nobody.
   */
  volunteer?: number;
}

interface Credentials {
  token?: string | undefined;
  doorKey?: string;
}

export function row<K extends EndpointKey>(
  key: K,
  about: string,
  statuses: readonly number[],
  describeRequest: (scene: Scene) => Request<K> | Promise<Request<K>>,
): Row {
  return {
    key,
    about,
    statuses,
    async prepare(scene) {
      const request = await describeRequest(scene);
      return ({ token, doorKey }) => {
        const headers = { ...request.headers, ...(doorKey && { 'x-door-key': doorKey }) };
        return scene.app.call(key, { ...request, headers: headers as HeadersInput<Endpoints[K]>, token });
      };
    },
  };
}

export type Scene = Awaited<ReturnType<typeof makeScene>>;

export async function makeScene(app: TestApp) {
  const organiser = await makeOrganiser(app);
  const { teamId } = organiser;
  const people = {
    stranger: await makeUser(app),
    attendee: await makeUser(app),
    'creator who left the team': await makeUser(app),
    organizer: await makeMember(app, teamId, 'organizer'),
    owner: await makeMember(app, teamId, 'owner'),
    event_manager: await makeMember(app, teamId, 'event_manager'),
    team_admin: await makeMember(app, teamId, 'team_admin'),
    'admin of another team': await makeOrganiser(app),
    'site admin': await makeAdmin(app),
  } satisfies Record<Exclude<Caller, 'nobody'>, TestUser>;
  const { attendee } = people;

  async function makeTeamEvent(fields: Parameters<typeof makeEvent>[1]) {
    const { id } = await makeEvent(app, { ...fields, team_id: teamId }, organiser);
    const created_by = people['creator who left the team'].id;
    await app.db.updateTable('events').set({ created_by }).where('id', '=', id).execute();
    newestEvent = id;
    return id;
  }
  let newestEvent = 0;
  let newestDoor = { eventId: 0, key: '', linkId: 0 };
  const publish = (price = 0) => makeTeamEvent({ price });
  return {
    app,
    people,
    teamId,
    attendee,
    findToken: (caller: Caller) => (caller === 'nobody' ? undefined : people[caller].token),
    publish,
    /** Returns the key of a link for volunteers at the event that was made last, which may have only so many links. */
    async doorKey() {
      const eventId = newestEvent || (await publish());
      if (newestDoor.eventId !== eventId) {
        newestDoor = { eventId, ...(await makeDoorLink(app, organiser, eventId)) };
      }
      const { key, linkId } = newestDoor;
      // The time of the last use is kept to the minute, so that the tested call does not write it.
      await app.db
        .updateTable('door_links')
        .set({ last_used_at: app.clock.now() })
        .where('id', '=', linkId)
        .execute();
      return key;
    },
    draft: () => makeTeamEvent({ status: 'draft' }),
    /** A stranger can see this event only with its key. */
    async privateEvent(price = 0) {
      const id = await makeTeamEvent({ price, is_public: false });
      return { id, key: await findPrivateKey(app, id) };
    },
    async attendedPrivateEvent() {
      const id = await makeTeamEvent({ price: 0, is_public: false });
      const body = { key: await findPrivateKey(app, id) };
      await app.call('POST /events/:id/register', { token: attendee.token, params: { id }, body });
      return id;
    },
    async sameTeamAgain() {
      const { teamId: id } = await makeOrganiser(app);
      const members = await app.db
        .selectFrom('team_members')
        .select(['user_id', 'role'])
        .where('team_id', '=', teamId)
        .execute();
      await app.db
        .insertInto('team_members')
        .values(members.map((member) => ({ ...member, team_id: id })))
        .execute();
      return id;
    },
    member: async () => (await makeMember(app, teamId, 'organizer')).id,
    async membership() {
      const { id } = await makeMember(app, teamId, 'organizer');
      const found = await app.db
        .selectFrom('team_members')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      return found.id;
    },
    async attendeeSession() {
      const { username, token } = attendee;
      await app.call('POST /auth/login', { body: { username, password: testPassword } });
      const { body } = await app.call('GET /auth/sessions', { token });
      return String(body.sessions.find(({ is_current }) => !is_current)?.id);
    },
    /** Invites a new user unless the test names one. Returns the id of the invitation. */
    async invitation(userId?: number) {
      const user_id = userId ?? (await makeUser(app)).id;
      // Delete the membership or invitation that an earlier request may have left, because it would prevent a new
      // invitation.
      await app.db.deleteFrom('team_invitations').where('user_id', '=', user_id).execute();
      await app.db
        .deleteFrom('team_members')
        .where('team_id', '=', teamId)
        .where('user_id', '=', attendee.id)
        .execute();
      return makeInvitation(app, organiser, { user_id });
    },
    ticket: async () => findTicket(app, attendee, await publish()),
    checkout: async () => openCheckout(app, attendee, await publish(10)),
    async paidCheckout() {
      const sessionId = await openCheckout(app, attendee, await publish(10));
      await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
      return sessionId;
    },
    async paidTicket() {
      const eventId = await publish(10);
      const { ticketId } = await buyTicket(app, attendee, eventId);
      return { eventId, ticketId, paymentId: await readPaymentIdOf(app, ticketId) };
    },
    async order() {
      const id = await publish();
      const body = { event_id: id, items: [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }] };
      return (await placeOrder(app, body, { token: attendee.token })).number;
    },
    async ticketOf(number: string) {
      const { id } = await app.db
        .selectFrom('tickets')
        .innerJoin('orders', 'orders.id', 'tickets.order_id')
        .select('tickets.id')
        .where('orders.number', '=', number)
        .executeTakeFirstOrThrow();
      return id;
    },
    async guestOrder() {
      const id = await publish();
      const body = { event_id: id, items: [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }] };
      const { number, key = '' } = await placeOrder(app, body);
      return { number, key };
    },
    /**
     * Holds two tickets for the attendee with this token, or for a guest when there is none. Returns what a call needs
     * to name and open the order.
     */
    async heldOrder(token?: string) {
      const id = await publish(10);
      const items = [{ ticket_type_id: await findOnlyType(app, id), quantity: 2 }];
      const { number, key } = await placeOrder(app, { event_id: id, items }, { token });
      return { params: { number }, headers: key === undefined ? {} : { 'x-order-key': key } };
    },
    webhook: () => keepWebhook(app),
  };
}

async function findPrivateKey(app: TestApp, id: number): Promise<string> {
  const { private_key } = await app.db
    .selectFrom('events')
    .select('private_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return String(private_key);
}

async function findTicket(app: TestApp, { token }: TestUser, eventId: number) {
  const { body } = await app.call('POST /events/:id/register', { token, params: { id: eventId } });
  const ticket = await readTicket(app, body.registration.id);
  return { ...ticket, code: ticket.ticket_code };
}

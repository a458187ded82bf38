import type { BodyInput } from '@foyer/contract/endpoint.ts';
import { endpoints, type EndpointKey, type Endpoints } from '@foyer/contract/index.ts';
import type { TestApp } from './app.ts';
import {
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from './factories.ts';

/** Who calls, in the order of the table's columns. The roles are in the team whose things are asked for. */
export const callers = [
  'nobody',
  'stranger',
  'attendee',
  'organizer',
  'owner',
  'event_manager',
  'team_admin',
  'admin of another team',
  'site admin',
] as const;

/** The endpoints that decide by who is calling. */
export const guardedKeys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => !['any', 'provider'].includes(endpoints[key].access),
);

interface Request<K extends EndpointKey> {
  params?: Record<string, string | number>;
  body?: BodyInput<Endpoints[K]>;
}

export interface Row {
  key: EndpointKey;
  /** What is asked for, when that makes a difference. */
  about: string;
  /** The status that each caller gets. */
  statuses: readonly number[];
  /** Makes what the request is about, and gives the request itself. */
  prepare: (scene: Scene) => Promise<(token: string | undefined) => Promise<{ status: number }>>;
}

function row<K extends EndpointKey>(
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
      return (token) => scene.app.call(key, { ...request, token });
    },
  };
}

export type Scene = Awaited<ReturnType<typeof makeScene>>;

/** The callers, the attendee's things, and a team that makes another event whenever one is needed. */
export async function makeScene(app: TestApp) {
  const creator = await makeOrganiser(app);
  const { teamId } = creator;
  const attendee = await makeUser(app);
  const tokens: Record<(typeof callers)[number], string | undefined> = {
    nobody: undefined,
    stranger: (await makeUser(app)).token,
    attendee: attendee.token,
    organizer: (await makeMember(app, teamId, 'organizer')).token,
    owner: (await makeMember(app, teamId, 'owner')).token,
    event_manager: (await makeMember(app, teamId, 'event_manager')).token,
    team_admin: (await makeMember(app, teamId, 'team_admin')).token,
    'admin of another team': (await makeOrganiser(app)).token,
    'site admin': (await makeAdmin(app)).token,
  };
  const publish = async (price = 0) => (await makeEvent(app, { price }, creator)).id;
  return {
    app,
    tokens,
    teamId,
    attendee,
    publish,
    draft: async () => (await makeEvent(app, { status: 'draft' }, creator)).id,
    ticket: async () => findTicket(app, attendee, await publish()),
    checkout: async () => openCheckout(app, attendee, await publish(10)),
    async paidCheckout() {
      const sessionId = await openCheckout(app, attendee, await publish(10));
      await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
      return sessionId;
    },
  };
}

async function findTicket(app: TestApp, { token }: TestUser, eventId: number) {
  const { body } = await app.call('POST /events/:id/register', { token, params: { id: eventId } });
  const ticket = await app.db
    .selectFrom('tickets')
    .select(['id', 'ticket_code', 'event_id', 'registration_id'])
    .where('registration_id', '=', body.registration.id)
    .executeTakeFirstOrThrow();
  return { ...ticket, code: ticket.ticket_code };
}

const self = [401, 403, 200, 403, 403, 403, 403, 403, 200];
const signedIn = [401, 200, 200, 200, 200, 200, 200, 200, 200];
const team = [401, 403, 403, 200, 200, 200, 200, 403, 200];
const selfAndTeam = [401, 403, 200, 200, 200, 200, 200, 403, 200];
const teamElseHidden = [401, 404, 404, 200, 200, 200, 200, 404, 200];
const selfElseHidden = [401, 404, 200, 404, 404, 404, 404, 404, 200];

/** One row for each endpoint, or several when it matters what is asked for. */
export const table: Row[] = [
  row('GET /users/:id', '', signedIn, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('PATCH /users/:id', '', self, ({ attendee }) => ({
    params: { id: attendee.id },
    body: { profile_image_url: 'https://example.org/me.png' },
  })),
  row('GET /users/:id/is-site-admin', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('GET /users/:id/registrations', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),

  row('GET /events/draft', '', signedIn, () => ({})),
  row('GET /events/team/:teamId/draft', '', team, ({ teamId }) => ({ params: { teamId } })),
  row('GET /events/:id/draft', '', teamElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('GET /events/:id/registrations', '', signedIn, async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('GET /events/:id/registrations', 'of a draft', teamElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('POST /events', '', [401, 403, 403, 403, 403, 201, 201, 403, 201], ({ teamId }) => ({
    body: {
      title: 'One more evening',
      start_time: '2040-06-01T18:00:00.000Z',
      end_time: '2040-06-01T20:00:00.000Z',
      team_id: teamId,
    },
  })),
  row('PATCH /events/:id', '', [401, 403, 403, 403, 403, 200, 200, 403, 200], async (scene) => ({
    params: { id: await scene.publish() },
    body: { title: 'Changed' },
  })),
  row('PATCH /events/:id', 'of a draft', [401, 404, 404, 403, 403, 200, 200, 404, 200], async (scene) => ({
    params: { id: await scene.draft() },
    body: { title: 'Changed' },
  })),
  row('DELETE /events/:id', '', [401, 403, 403, 204, 204, 204, 204, 403, 204], async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('DELETE /events/:id', 'of a draft', [401, 404, 404, 204, 204, 204, 204, 404, 204], async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('POST /events/:id/register', '', [401, 201, 201, 201, 201, 201, 201, 201, 201], async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row(
    'POST /events/:id/register',
    'for the attendee',
    [401, 403, 201, 201, 201, 201, 201, 403, 201],
    async (scene) => ({ params: { id: await scene.publish() }, body: { user_id: scene.attendee.id } }),
  ),
  row('PATCH /events/registrations/:id/cancel', '', self, async (scene) => ({
    params: { id: (await scene.ticket()).registration_id },
  })),

  row('GET /teams/:id/members', '', team, ({ teamId }) => ({ params: { id: teamId } })),

  row('GET /tickets/:id', '', selfAndTeam, async (scene) => ({ params: { id: (await scene.ticket()).id } })),
  row('GET /tickets/user/:userId', '', self, ({ attendee }) => ({ params: { userId: attendee.id } })),
  row('GET /tickets/user/:userId/event/:eventId', '', selfAndTeam, async (scene) => ({
    params: { userId: scene.attendee.id, eventId: (await scene.ticket()).event_id },
  })),
  row('GET /tickets/verify/:code', '', selfAndTeam, async (scene) => ({
    params: { code: (await scene.ticket()).code },
  })),
  row('POST /tickets/use/:codeOrId', 'by its code', team, async (scene) => ({
    params: { codeOrId: (await scene.ticket()).code },
  })),
  row('POST /tickets/use/:codeOrId', 'by its id', team, async (scene) => ({
    params: { codeOrId: (await scene.ticket()).id },
  })),

  row('POST /stripe/create-checkout-session', '', self, async (scene) => ({
    body: { eventId: await scene.publish(10), userId: scene.attendee.id },
  })),
  row('GET /stripe/checkout-sessions/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.checkout() },
  })),
  row('GET /stripe/payment-status/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.checkout() },
  })),
  row('POST /stripe/sync-payment/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.paidCheckout() },
  })),
];

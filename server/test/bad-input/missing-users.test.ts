import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser } from '../factories.ts';

let app: TestApp;
let eventId: number;
let token: string;

const nobody = 2_000_000;

beforeAll(async () => {
  app = await startTestApp();
  eventId = (await makeEvent(app)).id;
  token = (await makeAdmin(app)).token;
});

afterAll(() => app.close());

const userNotFound = { status: 404, body: { code: 'user_not_found', msg: 'User not found' } };
const notInATeam = { status: 404, body: { code: 'not_in_a_team', msg: 'User is not a member of any teams' } };

const lists = [
  ['/users/:userId/registrations', userNotFound],
  ['/tickets/user/:userId', userNotFound],
  ['/tickets/user/:userId/event/:eventId', userNotFound],
  ['/stripe/payments/:userId', userNotFound],
  ['/stripe/payment-methods/:userId', userNotFound],
  ['/teams/members/user/:userId', notInATeam],
  ['/teams/members/:userId/role', notInATeam],
] as const;

const fill = (path: string, userId: number) =>
  `/api${path.replace(':userId', String(userId)).replace(':eventId', String(eventId))}`;

describe('a call about a user', () => {
  it.each(lists)(
    'answers 404 to an administrator when the user does not exist: %s',
    async (path, refusal) => {
      expect(await app.send('GET', fill(path, nobody), { token })).toMatchObject(refusal);
    },
  );

  it.each(lists)('answers 403 to a stranger, whether the user exists or not: %s', async (path) => {
    const [stranger, other] = [await makeUser(app), await makeUser(app)];
    for (const userId of [nobody, other.id]) {
      const answer = await app.send('GET', fill(path, userId), { token: stranger.token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });

  it('answers 404 to an organiser who asks for a missing user’s tickets at the organiser’s event', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    const path = `/api/tickets/user/${nobody}/event/${event.id}`;
    expect(await app.send('GET', path, { token: organiser.token })).toMatchObject(userNotFound);
  });
});

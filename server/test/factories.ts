import { randomBytes } from 'node:crypto';
import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Answer, Received, TestApp } from './app.ts';

export interface TestUser {
  id: number;
  username: string;
  email: string;
  token: string;
  refreshToken: string;
}

export const testPassword = 'a good password';

const hour = 3600 * 1000;

function unique(word: string): string {
  return `${word}_${randomBytes(4).toString('hex')}`;
}

/** Signs a user up through the API, and marks the email address as verified in the database. */
export async function makeUser(app: TestApp): Promise<TestUser> {
  return verify(app, await makeUnverifiedUser(app));
}

/** Signs a user up through the API. The email address of this user is not verified. */
export async function makeUnverifiedUser(app: TestApp): Promise<TestUser> {
  return readUser(await app.call('POST /auth/register', { body: account() }));
}

async function verify<User extends TestUser>(app: TestApp, user: User): Promise<User> {
  const email_verified_at = app.clock.now();
  await app.db.updateTable('users').set({ email_verified_at }).where('id', '=', user.id).execute();
  return user;
}

/**
 * Signs up an organiser with a new team through the API, and marks the email address as verified in the database.
 */
export async function makeOrganiser(app: TestApp): Promise<TestUser & { teamId: number }> {
  const answer = await app.call('POST /auth/register', {
    body: { ...account(), isEventOrganiser: true, teamName: unique('Team') },
  });
  return verify(app, { ...readUser(answer), teamId: Number(answer.body.data.team?.id) });
}

/**
 * Signs up a user. Then makes the user a site administrator in the database, because nobody can sign up as an
 * administrator.
 */
export async function makeAdmin(app: TestApp): Promise<TestUser> {
  const user = await makeUser(app);
  await app.db.updateTable('users').set({ is_site_admin: true }).where('id', '=', user.id).execute();
  return user;
}

export function deleteOwnAccount(app: TestApp, { id, token }: Pick<TestUser, 'id' | 'token'>) {
  const body = { current_password: testPassword };
  return app.call('DELETE /users/:id', { token, params: { id }, body });
}

export async function makeMember(app: TestApp, teamId: number, role: TeamRole): Promise<TestUser> {
  const user = await makeUser(app);
  await app.db.insertInto('team_members').values({ team_id: teamId, user_id: user.id, role }).execute();
  return user;
}

interface EventFields {
  title?: string;
  price?: number;
  max_attendees?: number | null;
  status?: 'draft' | 'published' | 'cancelled';
  is_public?: boolean;
  refund_days?: number | null;
  category?: string;
  description?: string;
  doors_minutes?: number;
  /** Required when the organiser is in several teams. */
  team_id?: number;
  /** When the event starts, in hours from now. Negative hours are in the past. */
  startsIn?: number;
  /** Instead of `startsIn`. */
  start_time?: string;
  end_time?: string;
}

/** Publishes the event by default. Without `organiser`, a new organiser creates the event. */
export async function makeEvent(
  app: TestApp,
  { startsIn = 48, ...fields }: EventFields = {},
  organiser?: { token: string },
) {
  const { token } = organiser ?? (await makeOrganiser(app));
  const start = app.clock.now().getTime() + startsIn * hour;
  const answer = await app.call('POST /events', {
    token,
    body: {
      title: unique('Event'),
      description: 'An evening in the old brewery.',
      location: 'The Old Brewery, Mill Lane',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 2 * hour).toISOString(),
      status: 'published',
      max_attendees: 10,
      ...fields,
    },
  });
  if (answer.status !== 201) throw new Error(`No event was made: ${JSON.stringify(answer.body)}`);
  const { event } = answer.body;
  return { ...event, token };
}

/** Returns the id of the checkout session. */
export async function openCheckout(app: TestApp, user: TestUser, eventId: number): Promise<string> {
  const answer = await app.call('POST /stripe/create-checkout-session', {
    token: user.token,
    body: { eventId, userId: user.id },
  });
  if (answer.status !== 200) throw new Error(`No checkout was opened: ${JSON.stringify(answer.body)}`);
  return answer.body.sessionId;
}

export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list;
  if (first === undefined || others.length > 0) throw new Error(`Expected one entry, found ${list.length}`);
  return first;
}

function account() {
  const username = unique('user');
  return { username, email: `${username}@example.org`, password: testPassword };
}

function readUser({ status, body }: Answer<Received<'POST /auth/register'>>): TestUser {
  if (status !== 201) throw new Error(`Nobody signed up: ${JSON.stringify(body)}`);
  const { user, accessToken, refreshToken } = body.data;
  return { id: user.id, username: user.username, email: user.email, token: accessToken, refreshToken };
}

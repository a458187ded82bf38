import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expectNoComplaints } from '../people.ts';
import type { Foyer } from '../server.ts';

/** Somebody who has signed up; made over the API, since a story is about what they do then. */
export interface Member {
  id: number;
  username: string;
  email: string;
  token: string;
  /** What the browser remembers of their session. */
  remembered: { name: string; value: string }[];
}

interface Session {
  data: {
    user: { id: number; username: string; email: string };
    accessToken: string;
    refreshToken: string;
  };
}

let people = 0;

/** @param team of an organiser, the name of the team that they found */
export async function signUpMember(foyer: Foyer, word: string, team?: string): Promise<Member> {
  people += 1;
  const username = `${word}${people}${Date.now().toString(36)}`;
  const { data } = await call<Session>(foyer, 'POST /auth/register', null, {
    username,
    email: `${username}@example.org`,
    password: 'a good password',
    ...(team ? { isEventOrganiser: true, teamName: `${team} ${username}` } : {}),
  });
  return rememberSession(data);
}

/** One of the demo world's people, signed in over the API. */
export async function logInPerson(foyer: Foyer, username: string): Promise<Member> {
  const credentials = { username, password: 'password123' };
  const { data } = await call<Session>(foyer, 'POST /auth/login', null, credentials);
  return rememberSession(data);
}

function rememberSession({ user, accessToken, refreshToken }: Session['data']): Member {
  return {
    ...user,
    token: accessToken,
    remembered: [
      { name: 'token', value: accessToken },
      { name: 'refreshToken', value: refreshToken },
      { name: 'userData', value: JSON.stringify(user) },
    ],
  };
}

/** A browser of their own, signed in; what goes wrong in it fails the story. */
export async function openPageOf(
  browser: Browser,
  foyer: Foyer,
  { remembered }: Pick<Member, 'remembered'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: foyer.url,
    storageState: { cookies: [], origins: [{ origin: foyer.url, localStorage: remembered }] },
    ...options,
  });
  const page = await context.newPage();
  expectNoComplaints(page);
  return page;
}

export interface EventWish {
  title: string;
  price?: number;
  seats?: number;
  /** How long from now until it starts, in milliseconds; without it a good while. */
  startsIn?: number;
}

/** Publishes an event; answers its id. */
export async function publishEventBy(
  foyer: Foyer,
  organiser: Member,
  { title, price = 0, seats = 20, startsIn }: EventWish,
): Promise<number> {
  const start = startsIn === undefined ? Date.parse('2031-05-01T18:00:00.000Z') : Date.now() + startsIn;
  const { event } = await call<{ event: { id: number } }>(foyer, 'POST /events', organiser, {
    title,
    description: 'Bring a coat, and somebody to talk to.',
    location: 'The Old Brewery, Mill Lane',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3.5 * 3_600_000).toISOString(),
    category: 'Art',
    price,
    max_attendees: seats,
    status: 'published',
    is_public: true,
  });
  return event.id;
}

export async function register(foyer: Foyer, member: Member, eventId: number): Promise<void> {
  await call(foyer, `POST /events/${eventId}/register`, member, { user_id: member.id });
}

const goodCard = '4242424242424242';

/** Buys a ticket with a card that pays, up to the ticket. */
export async function buyTicket(
  foyer: Foyer,
  member: Member,
  eventId: number,
  number = goodCard,
): Promise<void> {
  const { url, sessionId } = await call<{ url: string; sessionId: string }>(
    foyer,
    'POST /stripe/create-checkout-session',
    member,
    { eventId, userId: member.id },
  );
  const card = { email: member.email, number, expiry: '12 / 34', cvc: '123', name: 'B' };
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`The card page answered ${paid.status}`);
  await call(foyer, `POST /stripe/sync-payment/${sessionId}`, member);
}

/** How the sandbox behaves from now on; see its switches. */
export async function setSwitches(foyer: Foyer, change: Record<string, unknown>): Promise<void> {
  await send(`${foyer.url}/sandbox/switches`, 'POST', null, change);
}

/** One call of the API; throws when it is refused. */
export async function call<T>(foyer: Foyer, key: string, member: Member | null, body?: unknown): Promise<T> {
  const space = key.indexOf(' ');
  const url = `${foyer.url}/api${key.slice(space + 1)}`;
  const answer = await send(url, key.slice(0, space), member, body);
  return (await answer.json()) as T;
}

async function send(url: string, method: string, member: Member | null, body: unknown): Promise<Response> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (member) headers.set('authorization', `Bearer ${member.token}`);
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

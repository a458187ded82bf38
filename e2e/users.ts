import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { readMail } from './outbox.ts';
import { failOnPageErrors } from './page-checks.ts';
import type { Foyer } from './server.ts';
import { openSharedPage } from './shared-contexts.ts';

export interface User {
  id: number;
  username: string;
  email: string;
  token: string;
  /** The session as the web stores it in localStorage. */
  stored: { name: string; value: string }[];
}

/** Somebody who is not signed in. */
export const nobody: Pick<User, 'stored'> = { stored: [] };

interface Session {
  data: {
    user: { id: number; username: string; email: string };
    accessToken: string;
    refreshToken: string;
  };
}

let users = 0;

/**
 * Signs up a new user over the API.
 * @param word the first part of the username
 * @param team if given, the user becomes an organiser with a new team, whose name is `team`, a space and the
 * username
 */
export async function createUser(foyer: Foyer, word: string, team?: string): Promise<User> {
  users += 1;
  const username = `${word}${users}${Date.now().toString(36)}`;
  const { data } = await call<Session>(foyer, 'POST /auth/register', null, {
    username,
    email: `${username}@example.org`,
    password: 'a good password',
    ...(team ? { isEventOrganiser: true, teamName: `${team} ${username}` } : {}),
  });
  return readSession(data);
}

/**
 * Verifies the user's email address with the mailed link. Foyer sends some mails only for verified users, for example
 * the mail about a complimentary ticket.
 */
export async function verifyAddress(foyer: Foyer, { email }: User): Promise<void> {
  const { text } = await readMail(foyer, { to: email, subject: 'Verify your email address' });
  const token = text?.match(/\/verify-email#(\S+)/)?.[1];
  await call(foyer, 'POST /auth/verify-email', null, { token });
}

export async function logInDemoUser(foyer: Foyer, username: string): Promise<User> {
  const credentials = { username, password: 'password123' };
  const { data } = await call<Session>(foyer, 'POST /auth/login', null, credentials);
  return readSession(data);
}

function readSession({ user, accessToken, refreshToken }: Session['data']): User {
  return {
    ...user,
    token: accessToken,
    stored: [
      { name: 'token', value: accessToken },
      { name: 'refreshToken', value: refreshToken },
      { name: 'userData', value: JSON.stringify(user) },
    ],
  };
}

export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').first().fill('password123');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/dashboard|profile/);
}

type PageOption = 'viewport' | 'colorScheme' | 'permissions';

/**
 * Options that can be set on an open page. The second part refuses the others, such as `hasTouch`, also in an object
 * that is spread.
 */
export type PageOptions = Pick<BrowserContextOptions, PageOption> &
  Partial<Record<Exclude<keyof BrowserContextOptions, PageOption>, never>>;

/**
 * Opens a page for the user, who is logged in there. Errors on the page fail the test. Two open pages of a story share
 * nothing, even if they are for the same user. Other tabs of the page get neither its viewport nor its colour scheme.
 */
export async function openPageFor(
  browser: Browser,
  foyer: Foyer,
  user: Pick<User, 'stored'>,
  { viewport, colorScheme, permissions }: PageOptions = {},
): Promise<Page> {
  const page = await openSharedPage(browser, foyer);
  if (permissions) await page.context().grantPermissions(permissions);
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme) await page.emulateMedia({ colorScheme });
  return prepareSession(page, foyer, user);
}

/**
 * Like `openPageFor`, but in a browser context that no other story uses. For a page with a clock of its own or without a
 * network, for what the browser loads or keeps on a first visit, and for options that only a new context can have.
 */
export async function openPageInNewContext(
  browser: Browser,
  foyer: Foyer,
  user: Pick<User, 'stored'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: foyer.url, ...options });
  return prepareSession(await context.newPage(), foyer, user);
}

/**
 * Makes the first document of the page find the session in localStorage. Open other tabs only after it. Playwright's
 * `storageState` would open another page to write it.
 */
async function prepareSession(page: Page, { url }: Foyer, { stored }: Pick<User, 'stored'>): Promise<Page> {
  failOnPageErrors(page);
  // The storage is cleared once more, because the pages of the story before may have written to it while they closed.
  await page.addInitScript(`{
    if (location.origin === ${JSON.stringify(url)} && sessionStorage.getItem('story:isPrepared') === null) {
      localStorage.clear();
      for (const { name, value } of ${JSON.stringify(stored)}) localStorage.setItem(name, value);
      sessionStorage.setItem('story:isPrepared', 'yes');
    }
  }`);
  return page;
}

export interface NewEvent {
  title: string;
  price?: number;
  seats?: number;
  isPublic?: boolean;
  /** When the event starts, in milliseconds from now. By default, in May 2031. */
  startsIn?: number;
}

/** Publishes an event of three and a half hours over the API, and returns the event's id. */
export async function publishEventBy(
  foyer: Foyer,
  organiser: User,
  { title, price = 0, seats = 20, isPublic = true, startsIn }: NewEvent,
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
    is_public: isPublic,
  });
  return event.id;
}

/** Registers the user for an event over the API. For a paid event, this only holds a seat until the user pays. */
export async function register(foyer: Foyer, user: User, eventId: number): Promise<void> {
  await call(foyer, `POST /events/${eventId}/register`, user, { user_id: user.id });
}

const goodCard = '4242424242424242';

/** Buys a ticket over the API and waits until it has been issued. */
export async function buyTicket(foyer: Foyer, user: User, eventId: number, number = goodCard): Promise<void> {
  const { url, sessionId } = await call<{ url: string; sessionId: string }>(
    foyer,
    'POST /stripe/create-checkout-session',
    user,
    { eventId, userId: user.id },
  );
  const card = { email: user.email, number, expiry: '12 / 34', cvc: '123', name: 'B' };
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`The card page answered ${paid.status}`);
  await call(foyer, `POST /stripe/sync-payment/${sessionId}`, user);
}

/** Changes how the payment sandbox behaves. The switches stay until the next change. */
export async function setSwitches(foyer: Foyer, change: Record<string, unknown>): Promise<void> {
  await send(`${foyer.url}/sandbox/switches`, 'POST', null, change);
}

/**
 * Calls the API. Throws when the server refuses the call. Returns undefined for an answer without a body.
 * @param key method and path, such as `GET /events`
 * @param user null for a visitor
 * @param given headers of the call
 */
export async function call<T>(
  foyer: Foyer,
  key: string,
  user: User | null,
  body?: unknown,
  given: Record<string, string> = {},
): Promise<T> {
  const space = key.indexOf(' ');
  const url = `${foyer.url}/api${key.slice(space + 1)}`;
  const answer = await send(url, key.slice(0, space), user, body, given);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function send(
  url: string,
  method: string,
  user: User | null,
  body: unknown,
  given: Record<string, string> = {},
): Promise<Response> {
  const headers = new Headers(given);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (user) headers.set('authorization', `Bearer ${user.token}`);
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

import type { AnswerReceived } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { useSyncExternalStore } from 'react';

export type SessionUser = AnswerReceived<Endpoints['POST /auth/login']>['data']['user'];

/**
 * Who is signed in. The session is `unknown` on the server and until hydration, because the server renders
 * the same page for everyone.
 */
export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'out'; user: null }
  | { status: 'in'; user: SessionUser };

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

// The specification prescribes these storage keys, and boot.ts uses them too.
const keys = { access: 'token', refresh: 'refreshToken', user: 'userData' } as const;

const unknown: Session = { status: 'unknown', user: null };
const signedOut: Session = { status: 'out', user: null };
const listeners = new Set<() => void>();
let current: { raw: string; session: Session } | null = null;

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => unknown);
}

export function getSession(): Session {
  const storage = browserStorage();
  if (!storage) return unknown;
  const userData = storage.getItem(keys.user);
  const raw = storage.getItem(keys.access) && userData ? userData : '';
  // React needs the same object until something changes. Otherwise React would render again and again.
  if (current?.raw !== raw) current = { raw, session: readSession(raw) };
  return current.session;
}

/**
 * Calls the listener after each change of the session, and keeps `data-session` of the document up to date.
 * @returns a function that ends the subscription
 */
export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    // boot.ts has set `data-session` without checking whether the stored user can be read, so set it again.
    markDocument();
    window.addEventListener('storage', onOtherTab);
    window.addEventListener('pageshow', onPageShow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onOtherTab);
    window.removeEventListener('pageshow', onPageShow);
  };
}

export function startSession(session: Tokens & { user: SessionUser }): void {
  browserStorage()?.setItem(keys.user, JSON.stringify(session.user));
  storeTokens(session);
}

/** Ignores late data about a user who is no longer signed in. */
export function updateSessionUser(user: SessionUser): void {
  if (getSession().user?.id !== user.id) return;
  browserStorage()?.setItem(keys.user, JSON.stringify(user));
  announce();
}

/**
 * Stores the user's duty in the session when a call was refused because of a duty. Ignores all other error
 * codes.
 */
export function recordDuty(code: string): void {
  const { user } = getSession();
  const duty = duties[code];
  if (user && duty && user.duty !== duty) updateSessionUser({ ...user, duty });
}

const duties: Partial<Record<string, SessionUser['duty']>> = {
  password_change_required: 'change_password',
  two_factor_setup_required: 'set_up_two_factor',
};

export function endSession(): void {
  for (const key of Object.values(keys)) browserStorage()?.removeItem(key);
  announce();
}

export function readAccessToken(): string | null {
  return browserStorage()?.getItem(keys.access) ?? null;
}

export function readRefreshToken(): string | null {
  return browserStorage()?.getItem(keys.refresh) ?? null;
}

export function storeTokens(tokens: Tokens): void {
  browserStorage()?.setItem(keys.access, tokens.accessToken);
  browserStorage()?.setItem(keys.refresh, tokens.refreshToken);
  announce();
}

function readSession(raw: string): Session {
  if (!raw) return signedOut;
  try {
    const user = JSON.parse(raw) as Partial<SessionUser> | null;
    if (typeof user?.id !== 'number') return signedOut;
    // An older version of Foyer, or another web client of this site, may have stored the user without these fields.
    const known = { email_verified: true, name: null, ...user, teams: user.teams ?? [] } as SessionUser;
    return { status: 'in', user: known };
  } catch {
    return signedOut;
  }
}

function onOtherTab(event: StorageEvent): void {
  if (event.key === null || Object.values<string>(keys).includes(event.key)) announce();
}

/**
 * Tells the listeners when the browser shows a page that it had kept in memory, such as after Back. Other
 * tabs may have changed the session while this page was not shown.
 */
function onPageShow(event: PageTransitionEvent): void {
  if (event.persisted) announce();
}

function markDocument(): void {
  document.documentElement.dataset.session = getSession().status === 'in' ? 'in' : 'out';
}

function announce(): void {
  markDocument();
  for (const listener of listeners) listener();
}

/** Null on the server and where the browser forbids storage. */
function browserStorage(): Storage | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from './fake-browser.ts';
import {
  endSession,
  getSession,
  readAccessToken,
  recordDuty,
  type SessionUser,
  startSession,
  subscribeToSession,
  updateSessionUser,
} from './session.ts';

const user: SessionUser = {
  id: 7,
  username: 'priya',
  name: null,
  email: 'priya@example.com',
  profile_image_url: null,
  email_verified: true,
  duty: null,
  picture_state: null,
  two_factor_enabled: false,
  is_site_admin: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  teams: [],
};
const tokens = { accessToken: 'access', refreshToken: 'refresh' };

let browser: ReturnType<typeof installFakeBrowser>;

beforeEach(() => {
  browser = installFakeBrowser(() => json(200, {}));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the session', () => {
  it('has the status "unknown" when a page is rendered on the server, where there is no browser storage', () => {
    vi.unstubAllGlobals();
    expect(getSession()).toEqual({ status: 'unknown', user: null });
  });
});

describe('the session store in the browser', () => {
  it('saves a session under the storage keys that the specification prescribes', () => {
    startSession({ ...tokens, user });
    expect(browser.localStorage.getItem('token')).toBe('access');
    expect(browser.localStorage.getItem('refreshToken')).toBe('refresh');
    expect(JSON.parse(browser.localStorage.getItem('userData') ?? '')).toEqual(user);
    expect(getSession()).toEqual({ status: 'in', user });
    expect(document.documentElement.dataset.session).toBe('in');
  });

  it('reports that nobody is signed in when the stored user is missing or cannot be read', () => {
    browser.localStorage.setItem('token', 'access');
    expect(getSession().status).toBe('out');
    browser.localStorage.setItem('userData', '{broken');
    expect(getSession().status).toBe('out');
    browser.localStorage.setItem('userData', 'null');
    expect(getSession().status).toBe('out');
  });

  it('returns the same object for the same stored user, because React needs a stable object', () => {
    startSession({ ...tokens, user });
    expect(getSession()).toBe(getSession());
  });

  it('deletes all stored session data when the session ends, and calls the listeners', () => {
    startSession({ ...tokens, user });
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToSession(listener);
    endSession();
    expect(listener).toHaveBeenCalledOnce();
    expect(getSession().status).toBe('out');
    expect(readAccessToken()).toBeNull();
    expect(document.documentElement.dataset.session).toBe('out');
    unsubscribe();
  });

  it('ends the session in this tab when another tab ends it', () => {
    startSession({ ...tokens, user });
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToSession(listener);
    browser.changeInOtherTab('token', null);
    expect(listener).toHaveBeenCalledOnce();
    expect(getSession().status).toBe('out');
    browser.changeInOtherTab('theme', 'dark');
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
  });

  it('notices a logout in another tab when the Back button brings back an earlier page', () => {
    startSession({ ...tokens, user });
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToSession(listener);
    for (const key of ['token', 'refreshToken', 'userData']) browser.localStorage.removeItem(key);
    browser.show({ persisted: false });
    expect(listener).not.toHaveBeenCalled();
    browser.show({ persisted: true });
    expect(listener).toHaveBeenCalledOnce();
    expect(document.documentElement.dataset.session).toBe('out');
    unsubscribe();
  });

  it.each(['{broken', 'null', '{"id":"7"}'])(
    'marks the page as signed out when the stored user is %s',
    (stored) => {
      browser.localStorage.setItem('token', 'access');
      browser.localStorage.setItem('userData', stored);
      document.documentElement.dataset.session = 'in';
      const unsubscribe = subscribeToSession(() => undefined);
      expect(document.documentElement.dataset.session).toBe('out');
      unsubscribe();
    },
  );

  it('updates the stored user, but starts no session when nobody is signed in', () => {
    updateSessionUser({ ...user, username: 'ghost' });
    expect(getSession().status).toBe('out');
    startSession({ ...tokens, user });
    updateSessionUser({ ...user, username: 'priya2' });
    expect(getSession().user?.username).toBe('priya2');
  });

  it('ignores late data about a user who is no longer signed in', () => {
    startSession({ ...tokens, user: { ...user, id: 8, username: 'sam' } });
    updateSessionUser({ ...user, username: 'priya2' });
    expect(getSession().user).toMatchObject({ id: 8, username: 'sam' });
  });

  it('stores the duty of the user when the server refuses a call because of this duty', () => {
    startSession({ ...tokens, user });
    recordDuty('forbidden');
    expect(getSession().user).toMatchObject({ duty: null });
    recordDuty('password_change_required');
    expect(getSession().user).toMatchObject({ duty: 'change_password' });
    endSession();
    recordDuty('two_factor_setup_required');
    expect(getSession().status).toBe('out');
  });
});

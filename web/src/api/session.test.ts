import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, openFakeBrowser } from './fake-browser.ts';
import {
  endSession,
  getSession,
  readAccessToken,
  type SessionUser,
  startSession,
  subscribeToSession,
  updateSessionUser,
} from './session.ts';

const user: SessionUser = {
  id: 7,
  username: 'priya',
  email: 'priya@example.com',
  profile_image_url: null,
  is_site_admin: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  teams: [],
};
const tokens = { accessToken: 'access', refreshToken: 'refresh' };

let browser: ReturnType<typeof openFakeBrowser>;

beforeEach(() => {
  browser = openFakeBrowser(() => json(200, {}));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('on the server nobody knows who is there', () => {
  vi.unstubAllGlobals();
  expect(getSession()).toEqual({ status: 'unknown', user: null });
});

it('a session is kept under the names that other clients share', () => {
  startSession({ ...tokens, user });
  expect(browser.localStorage.getItem('token')).toBe('access');
  expect(browser.localStorage.getItem('refreshToken')).toBe('refresh');
  expect(JSON.parse(browser.localStorage.getItem('userData') ?? '')).toEqual(user);
  expect(getSession()).toEqual({ status: 'in', user });
  expect(document.documentElement.dataset.session).toBe('in');
});

it('a token without a user, or a user that cannot be read, is no session', () => {
  browser.localStorage.setItem('token', 'access');
  expect(getSession().status).toBe('out');
  browser.localStorage.setItem('userData', '{broken');
  expect(getSession().status).toBe('out');
  browser.localStorage.setItem('userData', 'null');
  expect(getSession().status).toBe('out');
});

it('the same stored user is the same object, or React would render for ever', () => {
  startSession({ ...tokens, user });
  expect(getSession()).toBe(getSession());
});

it('ending a session clears all of it and tells the listeners', () => {
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

it('signing out in another tab signs out here', () => {
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

it('a page that was asleep while another tab signed out learns of it when it is shown again', () => {
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

it.each(['{broken', 'null', '{"id":"7"}'])('a page marked as signed in for %s is marked anew', (stored) => {
  browser.localStorage.setItem('token', 'access');
  browser.localStorage.setItem('userData', stored);
  document.documentElement.dataset.session = 'in';
  const unsubscribe = subscribeToSession(() => undefined);
  expect(document.documentElement.dataset.session).toBe('out');
  unsubscribe();
});

it('a changed user replaces the stored one, but never brings a session back', () => {
  updateSessionUser({ ...user, username: 'ghost' });
  expect(getSession().status).toBe('out');
  startSession({ ...tokens, user });
  updateSessionUser({ ...user, username: 'priya2' });
  expect(getSession().user?.username).toBe('priya2');
});

it('a late answer about somebody who has left is not kept beside the tokens of whoever is here now', () => {
  startSession({ ...tokens, user: { ...user, id: 8, username: 'sam' } });
  updateSessionUser({ ...user, username: 'priya2' });
  expect(getSession().user).toMatchObject({ id: 8, username: 'sam' });
});

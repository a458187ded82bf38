import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftKey, dropDraft, findDraft, forgetDrafts, keepDraft } from './drafts.ts';
import { json, openFakeBrowser } from './fake-browser.ts';
import { dropPersonalDataOnUserChange } from './query-client.ts';
import { endSession, type SessionUser, startSession } from './session.ts';

const [ours, theirs] = [draftKey(7, 'event:new'), draftKey(70, 'event:new')];
const typed = { title: 'Half a ti' };

/** As a browser's: what is stored are its own keys. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

function logIn(id: number): void {
  const user: SessionUser = {
    id,
    username: `user${id}`,
    email: `user${id}@example.com`,
    profile_image_url: null,
    is_site_admin: false,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    teams: [],
  };
  startSession({ accessToken: 'access', refreshToken: 'refresh', user });
}

beforeEach(() => {
  openFakeBrowser(() => json(200, {}));
  vi.stubGlobal('sessionStorage', new FakeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('what was typed is found again, until it is saved', () => {
  keepDraft(ours, typed);
  expect(findDraft(ours)).toEqual(typed);
  expect(findDraft(theirs)).toBeNull();
  dropDraft(ours);
  expect(findDraft(ours)).toBeNull();
});

it('a logout leaves nothing of anybody, and nothing else of the tab is lost', () => {
  keepDraft(ours, typed);
  keepDraft(theirs, typed);
  sessionStorage.setItem('pendingEventTicket', '4');
  forgetDrafts();
  expect([findDraft(ours), findDraft(theirs)]).toEqual([null, null]);
  expect(sessionStorage.getItem('pendingEventTicket')).toBe('4');
});

it('an expired session keeps what was typed for the same person, and for nobody else', () => {
  logIn(7);
  const stop = dropPersonalDataOnUserChange(new QueryClient());
  keepDraft(ours, typed);
  endSession();
  logIn(7);
  expect(findDraft(ours)).toEqual(typed);
  endSession();
  logIn(70);
  expect(findDraft(ours)).toBeNull();
  stop();
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKey, deleteDraft, findDraft, deleteDrafts, inBrowser, saveDraft } from './drafts.ts';
import { FakeStorage, json, installFakeBrowser } from './fake-browser.ts';
import { dropPersonalDataOnUserChange } from './query-client.ts';
import { endSession, type SessionUser, startSession } from './session.ts';

const [ours, theirs] = [draftKey(7, 'event:new'), draftKey(70, 'event:new')];
const typed = { title: 'Half a ti' };

function logIn(id: number): void {
  const user: SessionUser = {
    id,
    username: `user${id}`,
    name: null,
    email: `user${id}@example.com`,
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
  startSession({ accessToken: 'access', refreshToken: 'refresh', user });
}

beforeEach(() => {
  installFakeBrowser(() => json(200, {}));
  vi.stubGlobal('sessionStorage', new FakeStorage());
  vi.stubGlobal('localStorage', new FakeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the store of drafts', () => {
  it('finds a draft only under the key that it was saved with, and not after it was deleted', () => {
    saveDraft(ours, typed);
    expect(findDraft(ours)).toEqual(typed);
    expect(findDraft(theirs)).toBeNull();
    deleteDraft(ours);
    expect(findDraft(ours)).toBeNull();
  });

  it('deletes the drafts of all users, and nothing else in the storage of the tab', () => {
    saveDraft(ours, typed);
    saveDraft(theirs, typed);
    sessionStorage.setItem('pendingEventTicket', '4');
    deleteDrafts();
    expect([findDraft(ours), findDraft(theirs)]).toEqual([null, null]);
    expect(sessionStorage.getItem('pendingEventTicket')).toBe('4');
  });

  it('can outlive the tab, and is deleted with the others', () => {
    saveDraft(ours, typed, inBrowser);
    expect([findDraft(ours), findDraft(ours, inBrowser)]).toEqual([null, typed]);
    deleteDrafts({ exceptUserId: 7 });
    expect(findDraft(ours, inBrowser)).toEqual(typed);
    deleteDrafts();
    expect(findDraft(ours, inBrowser)).toBeNull();
  });

  it('keeps drafts when the same user logs in again, and deletes them when another user logs in', () => {
    logIn(7);
    const stop = dropPersonalDataOnUserChange(new QueryClient());
    saveDraft(ours, typed);
    endSession();
    logIn(7);
    expect(findDraft(ours)).toEqual(typed);
    endSession();
    logIn(70);
    expect(findDraft(ours)).toBeNull();
    stop();
  });

  it('keeps a draft for the user who logs in next, until this user logs out', () => {
    const next = draftKey('next', 'checkout:5');
    const stop = dropPersonalDataOnUserChange(new QueryClient());
    saveDraft(draftKey(0, 'checkout:5'), typed);
    saveDraft(next, typed);
    logIn(7);
    expect([findDraft(next), findDraft(draftKey(0, 'checkout:5'))]).toEqual([typed, null]);
    deleteDrafts();
    expect(findDraft(next)).toBeNull();
    endSession();
    stop();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '../../api/session.ts';
import { deleteProfileDraft, findProfileDraft, saveProfileDraft, profileValuesOf } from './profile-draft.ts';

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
const typed = { ...profileValuesOf(user), username: 'priya-n' };

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the profile form', () => {
  it('shows the address of a picture on another site, and not that of a picture that Foyer keeps', () => {
    const address = (profile_image_url: string) =>
      profileValuesOf({ ...user, profile_image_url }).profile_image_url;
    expect(address('/uploads/users/4f9c/face.webp')).toBe('');
    expect(address('https://example.org/me.png')).toBe('https://example.org/me.png');
  });

  it('finds a profile draft until the draft is deleted', () => {
    expect(findProfileDraft(user)).toBeNull();
    saveProfileDraft(user, typed);
    expect(findProfileDraft(user)).toEqual(typed);
    deleteProfileDraft(user);
    expect(findProfileDraft(user)).toBeNull();
  });

  it('finds no draft of another user or for an older version of the profile', () => {
    saveProfileDraft(user, typed);
    expect(findProfileDraft({ ...user, id: 8 })).toBeNull();
    expect(findProfileDraft({ ...user, updated_at: '2026-02-01T00:00:00.000Z' })).toBeNull();
  });

  it('does not fail when the browser denies storage, but saves no draft', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('denied');
      },
    });
    expect(findProfileDraft(user)).toBeNull();
    saveProfileDraft(user, typed);
    deleteProfileDraft(user);
  });
});

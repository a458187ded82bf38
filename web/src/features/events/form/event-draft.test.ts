import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  dropEventDraft,
  eventDraftKey,
  findEventDraft,
  findPictureName,
  keepEventDraft,
  keepPictureName,
} from './event-draft.ts';
import { blankEventValues } from './event-form-values.ts';

const initial = blankEventValues(3);
const key = eventDraftKey(7, null);
const stored = new Map<string, string>();

beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  }),
);
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

it('returns the values that were typed', () => {
  keepEventDraft(key, { ...initial, title: 'Half a ti', is_public: false }, initial);
  expect(findEventDraft(key, initial)).toEqual({ ...initial, title: 'Half a ti', is_public: false });
});

it('stores nothing when no value differs from the initial ones', () => {
  keepEventDraft(key, { ...initial, title: 'Half a ti' }, initial);
  keepEventDraft(key, { ...initial }, initial);
  expect(stored.size).toBe(0);
  expect(findEventDraft(key, initial)).toBeNull();
});

it('ignores unknown fields and values of the wrong type', () => {
  stored.set(key, JSON.stringify({ title: 'A', price: 3, is_public: 'no', role: 'admin' }));
  expect(findEventDraft(key, initial)).toEqual({ ...initial, title: 'A' });
});

it('remembers the name of the chosen picture until it is removed or the draft is deleted', () => {
  expect(findPictureName(key)).toBeNull();
  keepPictureName(key, 'kiln.png');
  expect(findPictureName(key)).toBe('kiln.png');
  expect(findEventDraft(key, initial)).toBeNull();
  keepPictureName(key, null);
  expect(findPictureName(key)).toBeNull();
  keepPictureName(key, 'kiln.png');
  keepEventDraft(key, { ...initial, title: 'A' }, initial);
  dropEventDraft(key);
  expect(stored.size).toBe(0);
});

it('has a key of its own for each user, event and version of the event', () => {
  const event = { id: 4, updated_at: '2026-11-21T10:00:00.000Z' };
  const keys = [
    key,
    eventDraftKey(8, null),
    eventDraftKey(7, event),
    eventDraftKey(7, { ...event, updated_at: '2026-11-21T11:00:00.000Z' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

it('works without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepEventDraft(key, { ...initial, title: 'A' }, initial);
  expect(findEventDraft(key, initial)).toBeNull();
});

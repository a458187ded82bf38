import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventDraftKey, openEventDraft } from './event-draft.ts';
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

describe('the draft of an event form', () => {
  it('restores the values that were typed into the form', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'Half a ti', is_public: false });
    expect(openEventDraft(key, initial).kept).toEqual({ ...initial, title: 'Half a ti', is_public: false });
  });

  it('is not stored when no value differs from the initial values', () => {
    const draft = openEventDraft(key, initial);
    draft.keep({ ...initial, title: 'Half a ti' });
    draft.keep({ ...initial });
    expect(stored.size).toBe(0);
    expect(openEventDraft(key, initial).kept).toBeNull();
  });

  it('never restores the status, so that nobody publishes or cancels an event by mistake', () => {
    const draft = openEventDraft(key, initial);
    draft.keep({ ...initial, status: 'published' });
    expect(stored.size).toBe(0);
    draft.keep({ ...initial, title: 'A', status: 'cancelled' });
    expect(openEventDraft(key, initial).kept).toEqual({ ...initial, title: 'A', status: 'draft' });
    stored.set(key, JSON.stringify({ title: 'A', status: 'cancelled' }));
    expect(openEventDraft(key, initial).kept?.status).toBe('draft');
  });

  it('ignores unknown fields and values of the wrong type in the storage', () => {
    stored.set(key, JSON.stringify({ title: 'A', price: 3, is_public: 'no', role: 'admin' }));
    expect(openEventDraft(key, initial).kept).toEqual({ ...initial, title: 'A' });
  });

  it('remembers the name of the chosen picture until the user removes the picture', () => {
    const draft = openEventDraft(key, initial);
    expect(draft.keptPicture).toBeNull();
    draft.keepPicture('kiln.png');
    expect(openEventDraft(key, initial)).toMatchObject({ kept: null, keptPicture: 'kiln.png' });
    draft.keepPicture(null);
    expect(openEventDraft(key, initial).keptPicture).toBeNull();
  });

  it('stays deleted, even if the form saves its values once more while it closes', () => {
    const draft = openEventDraft(key, initial);
    draft.keep({ ...initial, title: 'A' });
    draft.keepPicture('kiln.png');
    draft.drop();
    draft.keep({ ...initial, title: 'A' });
    draft.keepPicture('kiln.png');
    expect(stored.size).toBe(0);
  });

  it('is stored under a different key for each user, event and version of the event', () => {
    const event = { id: 4, updated_at: '2026-11-21T10:00:00.000Z' };
    const keys = [
      key,
      eventDraftKey(8, null),
      eventDraftKey(7, event),
      eventDraftKey(7, { ...event, updated_at: '2026-11-21T11:00:00.000Z' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is lost without an error when the browser has no storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    openEventDraft(key, initial).keep({ ...initial, title: 'A' });
    expect(openEventDraft(key, initial).kept).toBeNull();
  });
});

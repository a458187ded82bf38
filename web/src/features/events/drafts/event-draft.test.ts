import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DraftKeys, eventDraftKeys, openEventDraft } from './event-draft.ts';
import { blankEventValues } from '../form/event-form-values.ts';

const initial = blankEventValues(3);
const key = eventDraftKeys(7, null);
const stored = new Map<string, string>();
const storedInBrowser = new Map<string, string>();

const stubStorage = (storage: string, map: Map<string, string>) =>
  vi.stubGlobal(storage, {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, text: string) => map.set(name, text),
    removeItem: (name: string) => map.delete(name),
  });

beforeEach(() => {
  stubStorage('sessionStorage', stored);
  stubStorage('localStorage', storedInBrowser);
});
afterEach(() => {
  stored.clear();
  storedInBrowser.clear();
  vi.unstubAllGlobals();
});

/** Closes the tab, and opens the form in another. */
function openElsewhere(keys: DraftKeys = key, values = initial) {
  stored.clear();
  return openEventDraft(keys, values);
}

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
    stored.set(key.inTab, JSON.stringify({ title: 'A', status: 'cancelled' }));
    expect(openEventDraft(key, initial).kept?.status).toBe('draft');
  });

  it('ignores unknown fields and values of the wrong type in the storage', () => {
    stored.set(key.inTab, JSON.stringify({ title: 'A', price: 3, is_public: 'no', role: 'admin' }));
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
    expect([stored.size, storedInBrowser.size]).toEqual([0, 0]);
  });

  it('is stored under a different key for each user, event and version of the event', () => {
    const event = { id: 4, updated_at: '2026-11-21T10:00:00.000Z' };
    const keys = [
      key,
      eventDraftKeys(8, null),
      eventDraftKeys(7, null, 4),
      eventDraftKeys(7, event),
      eventDraftKeys(7, { ...event, updated_at: '2026-11-21T11:00:00.000Z' }),
    ];
    expect(new Set(keys.map(({ inTab }) => inTab)).size).toBe(keys.length);
    expect(new Set(keys.map((each) => each.inBrowser)).size).toBe(keys.length - 1);
  });

  it('is lost without an error when the browser has no storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    openEventDraft(key, initial).keep({ ...initial, title: 'A' });
    expect(openEventDraft(key, initial).kept).toBeNull();
  });
});

describe('what was typed into an event form in a tab that is closed', () => {
  const event = { id: 4, updated_at: '2026-11-21T10:00:00.000Z' };
  const keys = eventDraftKeys(7, event);
  const newer = eventDraftKeys(7, { ...event, updated_at: '2026-11-21T11:00:00.000Z' });

  it('is offered, and not filled in by itself', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'Half a ti' });
    const { kept, offer } = openElsewhere();
    expect(kept).toBeNull();
    expect(offer).toMatchObject({ values: { ...initial, title: 'Half a ti' }, isOld: false });
    expect(Date.parse(offer?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is restored without an offer in the same tab', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'Half a ti' });
    expect(openEventDraft(key, initial)).toMatchObject({ kept: { title: 'Half a ti' }, offer: null });
  });

  it('does not undo what others have changed in the event since', () => {
    openEventDraft(keys, initial).keep({ ...initial, title: 'Mine', price: '9' });
    const changed = { ...initial, location: 'Elsewhere', price: '12' };
    expect(openElsewhere(newer, changed).offer).toMatchObject({
      isOld: true,
      values: { ...changed, title: 'Mine' },
    });
  });

  it('stays until the user decides about it, whatever is typed meanwhile', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'First' });
    const draft = openElsewhere();
    draft.keep({ ...initial, title: 'Second' });
    draft.drop();
    expect(openElsewhere().offer?.values.title).toBe('First');
  });

  it('gets what is typed meanwhile in addition, so that closing this tab loses nothing either', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'First', location: 'The kiln' });
    openElsewhere().keep({ ...initial, title: 'Second' });
    expect(openElsewhere().offer?.values).toEqual({ ...initial, title: 'Second', location: 'The kiln' });
  });

  it('is filled in without replacing what was typed meanwhile', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'First', location: 'The kiln' });
    const typed = { ...initial, title: 'Second' };
    expect(openElsewhere().continueWith(typed)).toEqual({ ...typed, location: 'The kiln' });
  });

  it('is deleted when it is refused, and when the event is saved', () => {
    openEventDraft(key, initial).keep({ ...initial, title: 'First' });
    openElsewhere().answer();
    expect(openElsewhere().offer).toBeNull();
    const draft = openElsewhere();
    draft.keep({ ...initial, title: 'Second' });
    draft.drop();
    expect(openElsewhere().offer).toBeNull();
  });

  it.each(['{', '7', '{"form":0}', '{"form":1,"at":"x","typed":{}}', '{"form":1,"at":"2026-11-21"}'])(
    'is not offered when the browser holds %j',
    (text) => {
      storedInBrowser.set(key.inBrowser, text);
      expect(openElsewhere().offer).toBeNull();
    },
  );
});

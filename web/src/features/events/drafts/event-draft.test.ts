import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DraftKeys, eventDraftKeys, openEventDraft } from './event-draft.ts';
import { FakeStorage } from '../../../api/fake-browser.ts';
import { blankEventValues } from '../form/event-form-values.ts';
import { blankType } from '../types/type-values.ts';

const initial = blankEventValues(3);
const key = eventDraftKeys(7, null);
let inTab: FakeStorage;
let inBrowser: FakeStorage;
let closeTab: (() => void) | undefined;
const held = new Set<string>();

const locks = {
  request: async (name: string, work: () => Promise<void>) => {
    held.add(name);
    await work();
    held.delete(name);
  },
  query: async () => ({ held: Array.from(held, (name) => ({ name })) }),
};

beforeEach(() => {
  inBrowser = new FakeStorage();
  vi.stubGlobal('localStorage', inBrowser);
  vi.stubGlobal('navigator', { locks });
  startTab();
});
afterEach(() => {
  vi.useRealTimers();
  held.clear();
  vi.unstubAllGlobals();
});

function startTab(): void {
  inTab = new FakeStorage();
  vi.stubGlobal('sessionStorage', inTab);
}

/** Opens the form in this tab, as at first and after a reload. */
function openForm(keys: DraftKeys = key, values = initial, types = values.ticket_types) {
  const draft = openEventDraft(keys, values, types);
  closeTab = draft.open();
  return draft;
}

/** Closes the tab, and opens the form in another. */
async function openElsewhere(keys: DraftKeys = key, values = initial) {
  closeTab?.();
  await vi.waitFor(() => expect(held.size).toBe(0));
  startTab();
  const draft = openForm(keys, values);
  return { ...draft, offers: await draft.listOffers() };
}

describe('the draft of an event form', () => {
  it('restores the values that were typed into the form', () => {
    openForm().keep({ ...initial, title: 'Half a ti', is_public: false });
    expect(openForm().kept).toEqual({ ...initial, title: 'Half a ti', is_public: false });
  });

  it('is not stored when no value differs from the initial values', () => {
    const draft = openForm();
    draft.keep({ ...initial, title: 'Half a ti' });
    draft.keep({ ...initial });
    expect(Object.keys(inTab)).toEqual([]);
    expect(openForm().kept).toBeNull();
  });

  it('never restores the status, so that nobody publishes or cancels an event by mistake', () => {
    const draft = openForm();
    draft.keep({ ...initial, status: 'published' });
    expect(Object.keys(inTab)).toEqual([]);
    draft.keep({ ...initial, title: 'A', status: 'cancelled' });
    expect(openForm().kept).toEqual({ ...initial, title: 'A', status: 'draft' });
    inTab.setItem(key.inTab, JSON.stringify({ title: 'A', status: 'cancelled' }));
    expect(openForm().kept?.status).toBe('draft');
  });

  it('ignores unknown fields and values of the wrong type in the storage', () => {
    inTab.setItem(key.inTab, JSON.stringify({ title: 'A', price: 3, is_public: 'no', role: 'admin' }));
    expect(openForm().kept).toEqual({ ...initial, title: 'A' });
  });

  it('remembers the name of the chosen picture until the user removes the picture', () => {
    const draft = openForm();
    expect(draft.keptPicture).toBeNull();
    draft.keepPicture('kiln.png');
    expect(openForm()).toMatchObject({ kept: null, keptPicture: 'kiln.png' });
    draft.keepPicture(null);
    expect(openForm().keptPicture).toBeNull();
  });

  it('stays deleted, even if the form saves its values once more while it closes', () => {
    const draft = openForm();
    draft.keep({ ...initial, title: 'A' });
    draft.keepPicture('kiln.png');
    draft.drop();
    draft.keep({ ...initial, title: 'A' });
    draft.keepPicture('kiln.png');
    expect([Object.keys(inTab), Object.keys(inBrowser)]).toEqual([[], []]);
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
    expect(new Set(keys.map((each) => each.inTab)).size).toBe(keys.length);
    expect(new Set(keys.map((each) => each.inBrowser)).size).toBe(keys.length - 1);
  });

  it('is lost without an error when the browser has no storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    openForm().keep({ ...initial, title: 'A' });
    expect(openForm().kept).toBeNull();
  });
});

describe('what was typed into an event form in a tab that is closed', () => {
  const event = { id: 4, updated_at: '2026-11-21T10:00:00.000Z' };
  const keys = eventDraftKeys(7, event);
  const newer = eventDraftKeys(7, { ...event, updated_at: '2026-11-21T11:00:00.000Z' });

  it('is offered, and not filled in by itself', async () => {
    openForm().keep({ ...initial, title: 'Half a ti' });
    const { kept, offers } = await openElsewhere();
    expect(kept).toBeNull();
    expect(offers).toMatchObject([{ values: { ...initial, title: 'Half a ti' }, isOld: false }]);
    expect(Date.parse(offers[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is restored without an offer in the same tab, and offered once after that tab is closed too', async () => {
    openForm().keep({ ...initial, title: 'Half a ti' });
    closeTab?.();
    await vi.waitFor(() => expect(held.size).toBe(0));
    const reloaded = openForm();
    expect(reloaded.kept).toMatchObject({ title: 'Half a ti' });
    expect(await reloaded.listOffers()).toEqual([]);
    expect((await openElsewhere()).offers).toHaveLength(1);
  });

  it('does not undo what others have changed in the event since', async () => {
    openForm(keys).keep({ ...initial, title: 'Mine', price: '9' });
    const changed = { ...initial, location: 'Elsewhere', price: '12' };
    expect((await openElsewhere(newer, changed)).offers).toMatchObject([
      { isOld: true, isOnlyTypes: false, values: { ...changed, title: 'Mine' } },
    ]);
  });

  it('is offered too if it is prices and ticket types only', async () => {
    openForm(keys).keep({ ...initial, price: '9' });
    const changed = { ...initial, location: 'Elsewhere', price: '12' };
    expect((await openElsewhere(newer, changed)).offers).toMatchObject([
      { isOld: true, isOnlyTypes: true, values: { ...changed, price: '9' } },
    ]);
  });

  /** Closes the tab's form, and opens the form again in the same tab. */
  async function reload(values: typeof initial) {
    closeTab?.();
    await vi.waitFor(() => expect(held.size).toBe(0));
    return openForm(keys, values);
  }

  it('counts as typed into an older version when only ticket types were changed since', async () => {
    const standing = { ...blankType, id: '1', name: 'Standing', price: '10' };
    const seated = { ...blankType, id: '2', name: 'Seated', price: '20' };
    const values = { ...initial, ticket_types: [standing, seated] };
    openForm(keys, values).keep({ ...values, ticket_types: [{ ...standing, price: '11' }, seated] });
    const changed = {
      ...initial,
      ticket_types: [
        { ...standing, paused: true },
        { ...seated, price: '25' },
      ],
    };
    expect((await reload(changed)).kept).toBeNull();
    const merged = [{ ...standing, price: '11', paused: true }, changed.ticket_types[1]];
    expect((await openElsewhere(keys, changed)).offers).toMatchObject([
      { isOld: true, isOnlyTypes: true, values: { ticket_types: merged } },
    ]);
  });

  it('leaves a stopped sale stopped, after a reload and in another tab', async () => {
    const standing = { ...blankType, id: '1', name: 'Standing', quantity: '9' };
    const values = { ...initial, ticket_types: [standing] };
    openForm(keys, values).keep({ ...initial, ticket_types: [{ ...standing, price: '11' }] });
    const stopped = { ...initial, ticket_types: [{ ...standing, paused: true }] };
    const wanted = [{ ...standing, price: '11', paused: true }];
    const reloaded = await reload(stopped);
    expect(reloaded.kept?.ticket_types).toEqual(wanted);
    expect(await reloaded.listOffers()).toEqual([]);
    expect((await openElsewhere(keys, stopped)).offers).toMatchObject([
      { isOld: false, values: { ticket_types: wanted } },
    ]);
  });

  it('is offered when an older Foyer kept it, under one key for all tabs', async () => {
    openForm();
    const at = new Date().toISOString();
    const typed = { title: 'Half a ti', a_former_field: 'x' };
    inBrowser.setItem(key.inBrowser, JSON.stringify({ form: 0, at, version: null, typed }));
    expect((await openElsewhere()).offers).toMatchObject([{ values: { ...initial, title: 'Half a ti' } }]);
    expect(Object.keys(inBrowser)).toEqual([key.inBrowser]);
  });

  it('is kept apart from that of an event whose number begins alike', async () => {
    openForm(eventDraftKeys(7, { ...event, id: 41 })).keep({ ...initial, title: 'Of 41' });
    expect((await openElsewhere(keys)).offers).toEqual([]);
  });

  it('stays until the user decides about it, whatever is typed and saved meanwhile', async () => {
    openForm().keep({ ...initial, title: 'First' });
    const draft = await openElsewhere();
    draft.keep({ ...initial, title: 'Second' });
    draft.drop();
    expect((await openElsewhere()).offers).toMatchObject([{ values: { title: 'First' } }]);
  });

  it('is filled in without replacing what was typed meanwhile', async () => {
    openForm().keep({ ...initial, title: 'First', location: 'The kiln' });
    const draft = await openElsewhere();
    const typed = { ...initial, title: 'Second' };
    const filled = draft.offers.map((offer) => draft.continueWith(offer, typed));
    expect(filled).toEqual([{ ...typed, location: 'The kiln' }]);
  });

  it('is deleted when it is refused, and when the event is saved', async () => {
    openForm().keep({ ...initial, title: 'First' });
    const refusing = await openElsewhere();
    for (const offer of refusing.offers) refusing.dropOffer(offer);
    const draft = await openElsewhere();
    expect(draft.offers).toEqual([]);
    draft.keep({ ...initial, title: 'Second' });
    draft.drop();
    expect((await openElsewhere()).offers).toEqual([]);
  });

  it('is kept for each of several tabs, newest first, for 90 days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let tab = 1; tab <= 7; tab += 1) {
      vi.setSystemTime(Date.parse('2026-11-21T10:00:00Z') + tab * 1000);
      (await openElsewhere()).keep({ ...initial, title: `Tab ${tab}` });
    }
    const titles = (await openElsewhere()).offers.map(({ values }) => values.title);
    expect(titles).toEqual(['Tab 7', 'Tab 6', 'Tab 5', 'Tab 4', 'Tab 3', 'Tab 2', 'Tab 1']);
    vi.setSystemTime(Date.parse('2026-11-21T10:00:03Z') + 90 * 24 * 3600 * 1000);
    expect((await openElsewhere()).offers).toHaveLength(4);
  });

  it.each(['{', '7', '{"title":"A"}', '{"at":"x","typed":{"title":"A"}}', '{"at":"2099-11-21"}'])(
    'is not offered when the browser holds %j',
    async (text) => {
      openForm();
      inBrowser.setItem(`${key.inBrowser}#1`, text);
      expect((await openElsewhere()).offers).toEqual([]);
      expect(Object.keys(inBrowser)).toEqual([]);
    },
  );
});

describe('two tabs with a new event', () => {
  it('do not offer what is still being typed in the other', async () => {
    openForm().keep({ ...initial, title: 'First' });
    startTab();
    expect(await openForm().listOffers()).toEqual([]);
  });

  it('keep what they have when the other is saved or left', async () => {
    openForm().keep({ ...initial, title: 'First' });
    const closeFirst = closeTab;
    startTab();
    const second = openForm();
    second.keep({ ...initial, title: 'Second' });
    second.drop();
    closeFirst?.();
    expect((await openElsewhere()).offers).toMatchObject([{ values: { title: 'First' } }]);
  });

  it('offer the text of each other in a browser without locks, and lose none', async () => {
    vi.stubGlobal('navigator', {});
    openForm().keep({ ...initial, title: 'First' });
    startTab();
    const second = openForm();
    expect(await second.listOffers()).toMatchObject([{ values: { title: 'First' } }]);
    second.keep({ ...initial, title: 'Second' });
    second.drop();
    startTab();
    expect(await openForm().listOffers()).toMatchObject([{ values: { title: 'First' } }]);
  });
});

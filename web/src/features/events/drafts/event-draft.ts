import {
  draftKey,
  deleteDraft,
  findDraft,
  inBrowser,
  listDraftKeys,
  saveDraft,
} from '../../../api/drafts.ts';
import { makeRandomWord } from '../../payments/known-orders.ts';
import { blankType } from '../types/type-values.ts';
import type { EventFormValues } from '../form/event-form-values.ts';
import { holdDraft, listHeldDrafts } from './open-drafts.ts';

export interface DraftKeys {
  /** Contains the event's version, so that an old draft is not restored after the event has been changed elsewhere. */
  inTab: string;
  /** The start of the keys in the browser, where each open form has a draft of its own: `#` and a word follow. */
  inBrowser: string;
  /** When the event was changed last. Null for a new event. */
  version: string | null;
}

export function eventDraftKeys(
  userId: number,
  event: { id: number; updated_at: string } | null,
  copiedId?: number,
): DraftKeys {
  const name = event
    ? `event:${event.id}`
    : `event:${copiedId === undefined ? 'new' : `copy-of-${copiedId}`}`;
  return {
    inTab: draftKey(userId, event ? `${name}@${event.updated_at}` : name),
    inBrowser: draftKey(userId, name),
    version: event?.updated_at ?? null,
  };
}

/** After this time, a draft that nobody has taken or refused is deleted. */
const keptForMs = 90 * 24 * 3600 * 1000;

/** What was typed in a tab that is closed. */
export interface KeptOffer {
  key: string;
  /** When it was typed, as ISO 8601. */
  at: string;
  values: EventFormValues;
  /** Whether somebody has changed the event since. */
  isOld: boolean;
  /** Whether nothing but prices and ticket types were typed into an older version. They replace the present ones. */
  isOnlyTypes: boolean;
}

/**
 * Keeps what is typed twice: in the tab, where it is restored at once, and in the browser, from where the next visit
 * offers it.
 */
export function openEventDraft(keys: DraftKeys, initial: EventFormValues) {
  const key = keys.inTab;
  const ownKey = `${keys.inBrowser}#${makeRandomWord()}`;
  const kept = findValues(key, initial);
  let isDropped = false;
  const keepInBrowser = (values: EventFormValues) =>
    saveDraft(
      ownKey,
      {
        at: new Date().toISOString(),
        version: keys.version,
        typed: pickChanged(values, initial),
      },
      inBrowser,
    );
  const forget = () => {
    deleteDraft(key);
    deleteDraft(ownKey, inBrowser);
  };
  return {
    /** The values kept in this tab. Null if there are none, or if they equal the initial values. */
    kept,
    /** The file name of the picture chosen on an earlier visit. The file itself is lost when the page reloads. */
    keptPicture: findPictureName(key),
    /** Marks the form as open. Returns a function that marks it as closed. */
    open(): () => void {
      if (kept) keepInBrowser(kept);
      return holdDraft(ownKey);
    },
    /** Lists what was typed in closed tabs, newest first. A tab with values of its own is offered nothing. */
    listOffers: () => findOffers(keys, { ownKey, kept, initial }),
    keep(values: EventFormValues): void {
      if (isDropped) return;
      if (isSame(values, initial)) {
        forget();
        return;
      }
      saveDraft(key, pickDrafted(values));
      keepInBrowser(values);
    },
    keepPicture(name: string | null): void {
      if (isDropped) return;
      if (name === null) deleteDraft(pictureKey(key));
      else saveDraft(pictureKey(key), { name });
    },
    /** Fills the offered values into the form. What was typed since stays. */
    continueWith(offer: KeptOffer, values: EventFormValues): EventFormValues {
      return { ...offer.values, ...pickChanged(values, initial) };
    },
    /** Called when the user has taken or refused the offer. */
    dropOffer(offer: KeptOffer): void {
      deleteDraft(offer.key, inBrowser);
    },
    /** Deletes the draft. Later calls of `keep` store nothing, because the closing form may still report its values. */
    drop(): void {
      isDropped = true;
      forget();
      deleteDraft(pictureKey(key));
    },
  };
}

function findValues(key: string, initial: EventFormValues): EventFormValues | null {
  const kept = findDraft(key);
  return kept && fillIn(kept, initial);
}

interface OpenForm {
  ownKey: string;
  kept: EventFormValues | null;
  initial: EventFormValues;
}

async function findOffers(keys: DraftKeys, { ownKey, kept, initial }: OpenForm): Promise<KeptOffer[]> {
  const closed = await listClosed(keys, ownKey);
  if (kept) {
    // Before its reload, this tab had a draft with the same values.
    const typed = JSON.stringify(pickChanged(kept, initial));
    for (const key of closed) {
      if (JSON.stringify(findKept(key)?.typed) === typed) deleteDraft(key, inBrowser);
    }
    return [];
  }
  const offers = closed.flatMap((key) => findOffer(key, keys.version, initial) ?? []);
  return offers.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Lists the keys of the drafts whose tabs are closed. */
async function listClosed(keys: DraftKeys, ownKey: string): Promise<string[]> {
  const held = await listHeldDrafts();
  const start = keys.inBrowser;
  // An older Foyer kept one draft for all tabs, under the key without a word.
  return listDraftKeys(start, inBrowser).filter(
    (key) => (key === start || key.startsWith(`${start}#`)) && key !== ownKey && !held.has(key),
  );
}

interface KeptDraft {
  at: string;
  version: unknown;
  typed: object;
}

function findKept(key: string): KeptDraft | null {
  const kept: { at?: unknown; version?: unknown; typed?: unknown } = findDraft(key, inBrowser) ?? {};
  const { at, version, typed } = kept;
  if (typeof at !== 'string' || !(Date.now() - Date.parse(at) < keptForMs)) return null;
  return typeof typed === 'object' && typed !== null ? { at, version, typed } : null;
}

/** Deletes a draft that cannot be read, that is too old, or that says what the event says. */
function findOffer(key: string, currentVersion: string | null, initial: EventFormValues): KeptOffer | null {
  const kept = findKept(key);
  if (kept) {
    const { at, version, typed } = kept;
    const isOld = version !== currentVersion;
    // Ticket types are kept as a whole, and would undo what others have changed in them.
    const others = isOld ? fillIn({ ...typed, ticket_types: undefined, price: undefined }, initial) : null;
    const values = others ?? fillIn(typed, initial);
    if (values) return { key, at, values, isOld, isOnlyTypes: isOld && !others };
  }
  deleteDraft(key, inBrowser);
  return null;
}

/** Fills kept values into the initial ones. Returns null if nothing differs. */
function fillIn(kept: object, initial: EventFormValues): EventFormValues | null {
  const first = pickDrafted(initial);
  const entries = Object.entries(kept).filter(
    ([name, value]) =>
      name in first &&
      (name === 'ticket_types' ? isTypes(value) : typeof value === typeof first[name as keyof typeof first]),
  );
  const values: EventFormValues = { ...initial, ...Object.fromEntries(entries) };
  return isSame(values, initial) ? null : values;
}

function isTypes(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((type: unknown) =>
      Object.entries(blankType).every(
        ([name, blank]) => typeof (type as Record<string, unknown> | null)?.[name] === typeof blank,
      ),
    )
  );
}

function findPictureName(key: string): string | null {
  const kept = findDraft(pictureKey(key));
  return kept && 'name' in kept && typeof kept.name === 'string' ? kept.name : null;
}

function pictureKey(key: string): string {
  return `${key}:picture`;
}

/** Leaves out the status. With a restored status, somebody could publish or cancel an event by mistake. */
function pickDrafted(values: EventFormValues): Partial<EventFormValues> {
  const drafted: Partial<EventFormValues> = { ...values };
  delete drafted.status;
  return drafted;
}

/** Picks what the user has changed, so that it can be filled into a newer version of the event. */
function pickChanged(values: EventFormValues, initial: EventFormValues): Partial<EventFormValues> {
  return Object.fromEntries(listChanged(values, initial).map((name) => [name, values[name]]));
}

function listChanged(values: EventFormValues, initial: EventFormValues) {
  const names = Object.keys(pickDrafted(initial)) as (keyof EventFormValues)[];
  return names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(initial[name]));
}

function isSame(one: EventFormValues, other: EventFormValues): boolean {
  return listChanged(one, other).length === 0;
}

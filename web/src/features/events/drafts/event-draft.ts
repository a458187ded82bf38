import { draftKey, deleteDraft, findDraft, inBrowser, saveDraft } from '../../../api/drafts.ts';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { TicketTypeValues } from '../types/type-values.ts';
import type { EventFormValues } from '../form/event-form-values.ts';
import { findKept, listClosed, saveWithRoom } from './closed-drafts.ts';
import { areTypesSame, isTypes, mergeTypes, readTypes } from './kept-types.ts';
import { holdDraft } from './open-drafts.ts';

export interface DraftKeys {
  /** Contains the event's version, so that an old draft is not restored after the event has been changed elsewhere. */
  inTab: string;
  /** The start of the keys in the browser, where each open form has a draft of its own: `#` and a word follow. */
  inBrowser: string;
  /** The start of the keys of all this user's drafts of events. */
  ofUser: string;
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
    ofUser: draftKey(userId, 'event:'),
    version: event?.updated_at ?? null,
  };
}

/** What was typed in a tab that is closed. */
export interface KeptOffer {
  key: string;
  /** When it was typed, as ISO 8601. */
  at: string;
  values: EventFormValues;
  /** Whether somebody has changed the event since. */
  isOld: boolean;
  /** Whether nothing but prices and ticket types were typed into an older version. They are merged with the present. */
  isOnlyTypes: boolean;
}

/**
 * Keeps what is typed twice: in the tab, where it is restored at once, and in the browser, from where the next visit
 * offers it.
 */
export function openEventDraft(
  keys: DraftKeys,
  initial: EventFormValues,
  types: readonly TicketTypeValues[] = [],
) {
  const key = keys.inTab;
  const form = { initial, types };
  const ownKey = `${keys.inBrowser}#${makeRandomWord()}`;
  const kept = findValues(key, form);
  let isDropped = false;
  let closed: string[] = [];
  const keepInBrowser = (values: EventFormValues) => {
    const at = new Date().toISOString();
    const draft = { at, version: keys.version, types, typed: pickChanged(values, initial) };
    saveWithRoom(ownKey, draft, closed);
  };
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
    async listOffers(): Promise<KeptOffer[]> {
      closed = await listClosed(keys.ofUser, ownKey);
      return findOffers(closed, { keys, kept, form });
    },
    keep(values: EventFormValues): void {
      if (isDropped) return;
      if (isSame(values, initial)) {
        forget();
        return;
      }
      saveDraft(key, { ...pickDrafted(values), types });
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

/** What the form shows before anything is typed. `types` has the only ticket type of an event with one price too. */
interface BlankForm {
  initial: EventFormValues;
  types: readonly TicketTypeValues[];
}

/** Finds nothing when somebody has changed the ticket types since. Then the draft in the browser is offered. */
function findValues(key: string, form: BlankForm): EventFormValues | null {
  const kept = findDraft(key);
  return kept && areTypesSame(readTypes(kept), form.types) ? fillIn({ ...kept }, form) : null;
}

interface OpenForm {
  keys: DraftKeys;
  kept: EventFormValues | null;
  form: BlankForm;
}

function findOffers(allClosed: readonly string[], { keys, kept, form }: OpenForm): KeptOffer[] {
  const closed = allClosed.filter((key) => isOfForm(key, keys));
  if (kept) {
    // Before its reload, this tab had a draft with the same values.
    for (const key of closed) {
      const former = findKept(key);
      const values = former && fillIn({ ...former.typed, types: former.types }, form);
      if (values && isSame(values, kept)) deleteDraft(key, inBrowser);
    }
    return [];
  }
  return closed.flatMap((key) => findOffer(key, keys.version, form) ?? []).toReversed();
}

/** An older Foyer kept one draft for all tabs, under the key without a word. */
function isOfForm(key: string, { inBrowser: start }: DraftKeys): boolean {
  return key === start || key.startsWith(`${start}#`);
}

/** Deletes a draft that says what the event says. */
function findOffer(key: string, currentVersion: string | null, form: BlankForm): KeptOffer | null {
  const kept = findKept(key);
  if (kept) {
    const { at, version, types, typed } = kept;
    // A change of the ticket types does not change the event's version.
    const isOld = version !== currentVersion || !areTypesSame(types, form.types);
    const others = isOld ? fillIn({ ...typed, ticket_types: undefined, price: undefined }, form) : null;
    const values = others ?? fillIn({ ...typed, types }, form);
    if (values) return { key, at, values, isOld, isOnlyTypes: isOld && !others };
  }
  deleteDraft(key, inBrowser);
  return null;
}

/** Fills kept values into the initial ones. Returns null if nothing differs. */
function fillIn(
  kept: Record<string, unknown>,
  { initial, types: present }: BlankForm,
): EventFormValues | null {
  const first = pickDrafted(initial);
  const ticket_types = isTypes(kept.ticket_types)
    ? mergeTypes(kept.ticket_types, { opened: readTypes(kept), present })
    : undefined;
  const entries = Object.entries({ ...kept, ticket_types }).filter(
    ([name, value]) => name in first && typeof value === typeof first[name as keyof typeof first],
  );
  const values: EventFormValues = { ...initial, ...Object.fromEntries(entries) };
  // Each ticket type has its own price, so the form shows no other.
  if (values.ticket_types.length > 0) values.price = initial.price;
  return isSame(values, initial) ? null : values;
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

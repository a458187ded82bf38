import { draftKey, deleteDraft, findDraft, saveDraft } from '../../../api/drafts.ts';
import { blankType } from '../types/type-values.ts';
import type { EventFormValues } from './event-form-values.ts';

/**
 * The storage key of a user's draft. The key contains the event's version, so that an old draft is not used
 * after the event has been changed elsewhere.
 */
export function eventDraftKey(
  userId: number,
  event: { id: number; updated_at: string } | null,
  copiedId?: number,
): string {
  const newKey = copiedId === undefined ? 'event:new' : `event:copy-of-${copiedId}`;
  return draftKey(userId, event ? `event:${event.id}@${event.updated_at}` : newKey);
}

export function openEventDraft(key: string, initial: EventFormValues) {
  let isDropped = false;
  return {
    /** The values kept on an earlier visit. Null if there are none, or if they equal the initial values. */
    kept: findValues(key, initial),
    /** The file name of the picture chosen on an earlier visit. The file itself is lost when the page reloads. */
    keptPicture: findPictureName(key),
    keep(values: EventFormValues): void {
      if (isDropped) return;
      if (isSame(values, initial)) deleteDraft(key);
      else saveDraft(key, pickDrafted(values));
    },
    keepPicture(name: string | null): void {
      if (isDropped) return;
      if (name === null) deleteDraft(pictureKey(key));
      else saveDraft(pictureKey(key), { name });
    },
    /** Deletes the draft. Later calls of `keep` store nothing, because the closing form may still report its values. */
    drop(): void {
      isDropped = true;
      deleteDraft(key);
      deleteDraft(pictureKey(key));
    },
  };
}

function findValues(key: string, initial: EventFormValues): EventFormValues | null {
  const kept = findDraft(key);
  if (kept === null) return null;
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

function isSame(one: EventFormValues, other: EventFormValues): boolean {
  const names = Object.keys(pickDrafted(other)) as (keyof EventFormValues)[];
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

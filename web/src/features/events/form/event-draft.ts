import { draftKey, deleteDraft, findDraft, saveDraft } from '../../../api/drafts.ts';
import type { EventFormValues } from './event-form-values.ts';

/** The key of one user's draft for one version of an event: when the event changes, an old draft no longer applies. */
export function eventDraftKey(userId: number, event: { id: number; updated_at: string } | null): string {
  return draftKey(userId, event ? `event:${event.id}@${event.updated_at}` : 'event:new');
}

/** The draft of one open form, and what an earlier visit left of it. */
export function openEventDraft(key: string, initial: EventFormValues) {
  let isDropped = false;
  return {
    /** The values of an earlier visit. Null when there are none or they equal the initial ones. */
    kept: findValues(key, initial),
    /** The name of the picture chosen then. The file itself is lost on reload, because a page cannot keep it. */
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
    /** Deletes the draft for good: a late event of the closing form does not bring it back. */
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
    ([name, value]) => name in first && typeof value === typeof first[name as keyof typeof first],
  );
  const values: EventFormValues = { ...initial, ...Object.fromEntries(entries) };
  return isSame(values, initial) ? null : values;
}

function findPictureName(key: string): string | null {
  const kept = findDraft(pictureKey(key));
  return kept && 'name' in kept && typeof kept.name === 'string' ? kept.name : null;
}

function pictureKey(key: string): string {
  return `${key}:picture`;
}

/** All fields but the status: nobody must publish or cancel an event because of an old choice. */
function pickDrafted(values: EventFormValues): Partial<EventFormValues> {
  const drafted: Partial<EventFormValues> = { ...values };
  delete drafted.status;
  return drafted;
}

function isSame(one: EventFormValues, other: EventFormValues): boolean {
  const names = Object.keys(pickDrafted(other)) as (keyof EventFormValues)[];
  return names.every((name) => one[name] === other[name]);
}

import { draftKey, deleteDraft, findDraft, saveDraft } from '../../../api/drafts.ts';
import type { EventFormValues } from './event-form-values.ts';

/** The key of one user's draft for one version of an event: when the event changes, an old draft no longer applies. */
export function eventDraftKey(userId: number, event: { id: number; updated_at: string } | null): string {
  return draftKey(userId, event ? `event:${event.id}@${event.updated_at}` : 'event:new');
}

/** The kept values, or null when there are none or they equal the initial ones. */
export function findEventDraft(key: string, initial: EventFormValues): EventFormValues | null {
  const kept = findDraft(key);
  if (kept === null) return null;
  const names = Object.keys(initial) as (keyof EventFormValues)[];
  const entries = Object.entries(kept).filter(
    ([name, value]) =>
      names.some((known) => known === name) && typeof value === typeof initial[name as keyof EventFormValues],
  );
  const values: EventFormValues = { ...initial, ...Object.fromEntries(entries) };
  return isSame(values, initial) ? null : values;
}

export function keepEventDraft(key: string, values: EventFormValues, initial: EventFormValues): void {
  if (isSame(values, initial)) deleteDraft(key);
  else saveDraft(key, values);
}

/** The name of the chosen picture. The file itself is lost on reload, because a page cannot keep it. */
export function findPictureName(key: string): string | null {
  const kept = findDraft(pictureKey(key));
  return kept && 'name' in kept && typeof kept.name === 'string' ? kept.name : null;
}

export function keepPictureName(key: string, name: string | null): void {
  if (name === null) deleteDraft(pictureKey(key));
  else saveDraft(pictureKey(key), { name });
}

export function dropEventDraft(key: string): void {
  deleteDraft(key);
  deleteDraft(pictureKey(key));
}

function pictureKey(key: string): string {
  return `${key}:picture`;
}

function isSame(one: EventFormValues, other: EventFormValues): boolean {
  return (Object.keys(other) as (keyof EventFormValues)[]).every((name) => one[name] === other[name]);
}

import type { EventFormValues } from './event-form-values.ts';

// What was typed into an event form and not sent yet, kept in this tab so that it survives a reload.

/** A form of one person for one event, in the state it had when they began; a changed event begins afresh. */
export function eventDraftKey(userId: number, event: { id: number; updated_at: string } | null): string {
  return `eventForm:${userId}:${event ? `${event.id}@${event.updated_at}` : 'new'}`;
}

/** The kept values, or null when there are none worth telling of. */
export function findEventDraft(key: string, initial: EventFormValues): EventFormValues | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const names = Object.keys(initial) as (keyof EventFormValues)[];
    const entries = Object.entries(kept).filter(
      ([name, value]) =>
        names.some((known) => known === name) &&
        typeof value === typeof initial[name as keyof EventFormValues],
    );
    const values: EventFormValues = { ...initial, ...Object.fromEntries(entries) };
    return isSame(values, initial) ? null : values;
  } catch {
    return null;
  }
}

export function keepEventDraft(key: string, values: EventFormValues, initial: EventFormValues): void {
  try {
    if (isSame(values, initial)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft, not the form.
  }
}

export function dropEventDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
}

function isSame(one: EventFormValues, other: EventFormValues): boolean {
  return (Object.keys(other) as (keyof EventFormValues)[]).every((name) => one[name] === other[name]);
}

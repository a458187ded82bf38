// What was typed into a form and not sent yet, kept in this tab so that it outlives a reload and an expired session.

const prefix = 'draft:';

/** @param form which form, and what it is about in the state that this had when they began */
export function draftKey(userId: number, form: string): string {
  return `${prefix}${userId}:${form}`;
}

/** What was kept; null when that is nothing. */
export function findDraft(key: string): object | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' ? kept : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft, not the form.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
}

/** Clears away what anybody but this user had typed; without a user, what anybody had. */
export function forgetDrafts(exceptOf?: number): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptOf}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

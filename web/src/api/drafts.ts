// Drafts are form input that the user has not sent yet. They are stored in this browser tab, so that a reload or an
// expired session does not lose them.

const prefix = 'draft:';

/** @param form the name of the form and the version of the edited object: a draft must not overwrite a newer version */
export function draftKey(userId: number, form: string): string {
  return `${prefix}${userId}:${form}`;
}

export function findDraft(key: string): object | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof draft === 'object' ? draft : null;
  } catch {
    return null;
  }
}

export function saveDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // The browser's storage may be full or forbidden. The form also works without drafts.
  }
}

export function deleteDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}

export function deleteDrafts({ exceptUserId }: { exceptUserId?: number } = {}): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId}:`))
        sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so there are no drafts.
  }
}

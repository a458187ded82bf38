// Drafts are form input that the user has not sent yet. They are stored in this browser tab, so that a reload or an
// expired session does not lose them. Those of long forms are also stored in the browser, for when the tab is closed.

const prefix = 'draft:';

const inTab = () => sessionStorage;
export const inBrowser = () => localStorage;

/**
 * @param userId 0 for a guest, and `next` for the user who logs in next
 * @param form the name of the form and the version of the edited object: a draft must not overwrite a newer version
 */
export function draftKey(userId: number | 'next', form: string): string {
  return `${prefix}${userId}:${form}`;
}

export function findDraft(key: string, place = inTab): object | null {
  try {
    const draft: unknown = JSON.parse(place().getItem(key) ?? 'null');
    return typeof draft === 'object' ? draft : null;
  } catch {
    return null;
  }
}

/** Returns whether the draft was saved. The browser's storage may be full or forbidden: forms work without drafts too. */
export function saveDraft(key: string, values: object, place = inTab): boolean {
  try {
    place().setItem(key, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export function deleteDraft(key: string, place = inTab): void {
  try {
    place().removeItem(key);
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}

/** Lists the keys of the drafts whose key begins with this text. */
export function listDraftKeys(start: string, place = inTab): string[] {
  try {
    return Object.keys(place()).filter((key) => key.startsWith(start));
  } catch {
    // Storage is forbidden, so there are no drafts.
    return [];
  }
}

/** @param exceptUserId the user who has just logged in, whose drafts stay together with those for the next user */
export function deleteDrafts({ exceptUserId }: { exceptUserId?: number } = {}): void {
  const kept = exceptUserId === undefined ? [] : [draftKey(exceptUserId, ''), draftKey('next', '')];
  for (const place of [inTab, inBrowser]) {
    for (const key of listDraftKeys(prefix, place)) {
      if (!kept.some((start) => key.startsWith(start))) deleteDraft(key, place);
    }
  }
}

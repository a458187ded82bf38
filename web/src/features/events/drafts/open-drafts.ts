// An open form holds a lock with the key of its draft, so that other tabs do not offer what is still being typed. The
// browser releases the lock when the tab is closed or crashes. Without locks, as on pages without HTTPS, every draft
// counts as one of a closed tab.

/** Returns a function that releases the lock. */
export function holdDraft(key: string): () => void {
  let release: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => {
    release = resolve;
  });
  void holdUntil(closed, key);
  return () => release?.();
}

async function holdUntil(closed: Promise<void>, key: string): Promise<void> {
  try {
    await navigator.locks.request(key, () => closed);
  } catch {
    // There are no locks.
  }
}

/** Lists the keys of the drafts of all open forms. */
export async function listHeldDrafts(): Promise<Set<string | undefined>> {
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map(({ name }) => name));
  } catch {
    return new Set();
  }
}

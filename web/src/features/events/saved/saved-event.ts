import type { FoyerEvent, ViewedEvent } from '../events.api.ts';

/** An event as the answer to saving it. Editors also get the key of a private event. */
export type SavedEvent = FoyerEvent & Pick<ViewedEvent, 'private_key'>;

let saved: SavedEvent | null = null;

/** Remembers the event that was saved, for the page that opens next. A reload forgets it. */
export function noteSavedEvent(event: SavedEvent | null): void {
  saved = event;
}

export function findSavedEvent(): SavedEvent | null {
  return saved;
}

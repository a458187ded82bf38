import type { FoyerEvent, ViewedEvent } from '../events.api.ts';

/** An event as the answer to saving it. Editors also get the key of a private event. */
export type SavedEvent = FoyerEvent & Pick<ViewedEvent, 'private_key'>;

export interface LastSave {
  event: SavedEvent;
  /** Whether the event was published before, so that saving it announced nothing. */
  wasPublished: boolean;
  /** Says who gets an email about a new time or place. Null if nobody does. */
  news: string | null;
}

let last: LastSave | null = null;

/** Remembers the event that was saved, for the page that opens next. A reload forgets it. */
export function noteLastSave(save: LastSave | null): void {
  last = save;
}

export function findLastSave(): LastSave | null {
  return last;
}

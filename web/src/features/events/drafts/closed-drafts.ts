import { deleteDraft, findDraft, inBrowser, listDraftKeys, saveDraft } from '../../../api/drafts.ts';
import type { TicketTypeValues } from '../types/type-values.ts';
import { readTypes } from './kept-types.ts';
import { listHeldDrafts } from './open-drafts.ts';

/** After this time, a draft that nobody has taken or refused is deleted. */
const keptForMs = 90 * 24 * 3600 * 1000;

/** What was typed into a form, as the browser keeps it. */
interface KeptDraft {
  at: string;
  version: unknown;
  types: readonly TicketTypeValues[];
  typed: object;
}

export function findKept(key: string): KeptDraft | null {
  const kept: { at?: unknown; version?: unknown; types?: unknown; typed?: unknown } =
    findDraft(key, inBrowser) ?? {};
  const { at, version, typed } = kept;
  if (typeof at !== 'string' || !(Date.now() - Date.parse(at) < keptForMs)) return null;
  return typeof typed === 'object' && typed !== null ? { at, version, types: readTypes(kept), typed } : null;
}

/**
 * Lists the keys of the drafts whose tabs are closed, oldest first. Deletes those that cannot be read or are too old,
 * also of events that nobody edits again.
 */
export async function listClosed(start: string, ownKey: string): Promise<string[]> {
  const held = await listHeldDrafts();
  const closed: { key: string; at: number }[] = [];
  for (const key of listDraftKeys(start, inBrowser)) {
    if (key === ownKey || held.has(key)) continue;
    const kept = findKept(key);
    if (kept) closed.push({ key, at: Date.parse(kept.at) });
    else deleteDraft(key, inBrowser);
  }
  return closed.toSorted((one, other) => one.at - other.at).map(({ key }) => key);
}

/** Saves a draft in the browser. When the storage is full, the drafts of closed tabs give way, the first ones first. */
export function saveWithRoom(key: string, draft: KeptDraft, closed: string[]): void {
  while (!saveDraft(key, draft, inBrowser)) {
    const oldest = closed.shift();
    if (oldest === undefined) return;
    deleteDraft(oldest, inBrowser);
  }
}

import { deleteDraft, draftKey, findDraft, saveDraft } from '../../../api/drafts.ts';
import type { BuyerValues, TypedAttendee } from './order-request.ts';

/**
 * Keeps what the buyer types into the checkout of an event, until the order is placed. So nothing is lost when the
 * buyer chooses other tickets and comes back.
 * @param initial the values of a form without a draft: they are not stored
 */
export function openCheckoutDraft(userId: number, eventId: number, initial: BuyerValues) {
  const form = `checkout:${eventId}`;
  const key = draftKey(userId, form);
  const nextKey = draftKey('next', form);
  if (userId !== 0) takeOver(nextKey, key);
  const typed = findTyped(key);
  let isDropped = false;
  return {
    values: { ...initial, ...typed },
    hasAttendees: typed.attendees !== undefined,
    keep(values: BuyerValues): void {
      if (isDropped) return;
      deleteDraft(nextKey);
      const kept = pickTyped(values, initial);
      if (Object.keys(kept).length === 0) deleteDraft(key);
      else saveDraft(key, kept);
    },
    /** Keeps the names that a guest has typed for tickets, for the account to which the guest logs in. */
    handOver(): void {
      const { attendees } = findTyped(key);
      if (attendees) saveDraft(nextKey, { attendees });
    },
    /** Deletes the draft. Later calls of `keep` store nothing, because the closing form may still report its values. */
    drop(): void {
      isDropped = true;
      deleteDraft(key);
      deleteDraft(nextKey);
    },
  };
}

function takeOver(from: string, to: string): void {
  const { attendees } = findTyped(from);
  if (!attendees) return;
  const own = findTyped(to);
  saveDraft(to, { ...own, attendees: { ...own.attendees, ...attendees } });
  deleteDraft(from);
}

function pickTyped({ name, email, attendees }: BuyerValues, initial: BuyerValues): Partial<BuyerValues> {
  const named = Object.fromEntries(
    Object.entries(attendees).filter(([, attendee]) => attendee.name || attendee.email),
  );
  return {
    ...(name !== initial.name && { name }),
    ...(email !== initial.email && { email }),
    ...(Object.keys(named).length > 0 && { attendees: named }),
  };
}

function findTyped(key: string): Partial<BuyerValues> {
  const { name, email, attendees } = (findDraft(key) ?? {}) as Partial<Record<keyof BuyerValues, unknown>>;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
    ...(attendees instanceof Object && { attendees: attendees as Record<string, TypedAttendee> }),
  };
}

import type { AddressedEvent } from '@foyer/contract/text/event-address.ts';

// These marks in the browser's storage remember a checkout while the provider's page is open. The server alone decides
// whether a ticket is paid. The specification fixes the names and values of `pendingKey`, `refreshKey` and `paidKey`.
const pendingKey = 'pendingEventTicket';
const refreshKey = 'refreshTicketStatus';
const eventKeyOf = (eventId: number) => `event_key_${eventId}`;
const paidKey = (userId: number, eventId: number) => `ticket_paid_${userId}_${eventId}`;
const announcedKey = (sessionId: string, state: string) => `payment_announced_${sessionId}_${state}`;

/** Marks the checkout before the browser leaves for the payment page. */
export function markCheckout(userId: number, { id: eventId, key }: AddressedEvent): void {
  sessionStorage.setItem(pendingKey, String(eventId));
  if (key) sessionStorage.setItem(eventKeyOf(eventId), key);
  localStorage.removeItem(paidKey(userId, eventId));
}

/**
 * Finds the key of a private event whose checkout was started in this tab, for the links that lead back to
 * the event.
 */
export function findEventKey(eventId: number): string | undefined {
  return sessionStorage.getItem(eventKeyOf(eventId)) ?? undefined;
}

/** Finds the event whose checkout was started in this tab and has not ended. */
export function findPendingEventId(): number | null {
  const eventId = Number(sessionStorage.getItem(pendingKey));
  return Number.isInteger(eventId) && eventId > 0 ? eventId : null;
}

/**
 * Ends the mark of a pending checkout, and keeps whether the ticket is paid, as the server has said.
 * @returns whether the buyer left a pending checkout without paying
 */
export function clearCheckoutMarks(userId: number, eventId: number, paid: boolean): boolean {
  if (paid) localStorage.setItem(paidKey(userId, eventId), 'true');
  else localStorage.removeItem(paidKey(userId, eventId));
  if (findPendingEventId() !== eventId) return false;
  sessionStorage.removeItem(pendingKey);
  return !paid;
}

/** Records that the buyer was told the state of a payment. @returns true only the first time in this browser */
export function recordAnnouncement(sessionId: string, state: string): boolean {
  const key = announcedKey(sessionId, state);
  const isFirst = localStorage.getItem(key) === null;
  localStorage.setItem(key, 'true');
  return isFirst;
}

/** Asks the event page that opens next to load the ticket's status again. */
export function requestTicketRefresh(): void {
  sessionStorage.setItem(refreshKey, 'true');
}

/** @returns whether a refresh was requested; the request is deleted */
export function takeTicketRefresh(): boolean {
  const isRequested = sessionStorage.getItem(refreshKey) !== null;
  sessionStorage.removeItem(refreshKey);
  return isRequested;
}

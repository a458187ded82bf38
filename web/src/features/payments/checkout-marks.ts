// What the browser remembers around a payment, since the provider's page takes it away from ours. Only hints:
// the server's word settles them.
const pendingKey = 'pendingEventTicket';
const refreshKey = 'refreshTicketStatus';
const paidKey = (userId: number, eventId: number) => `ticket_paid_${userId}_${eventId}`;
const announcedKey = (sessionId: string) => `payment_announced_${sessionId}`;

/** Before leaving for the payment page. */
export function markCheckout(userId: number, eventId: number): void {
  sessionStorage.setItem(pendingKey, String(eventId));
  localStorage.removeItem(paidKey(userId, eventId));
}

/** The event whose checkout is under way in this tab. */
export function findPendingEventId(): number | null {
  const eventId = Number(sessionStorage.getItem(pendingKey));
  return Number.isInteger(eventId) && eventId > 0 ? eventId : null;
}

function clearPendingEvent(): void {
  sessionStorage.removeItem(pendingKey);
}

/**
 * After the server has said whether this user's ticket is paid; ends the checkout of that event either way.
 * @returns whether this ended a checkout without a payment; it does so only once
 */
export function settleCheckout(userId: number, eventId: number, paid: boolean): boolean {
  if (paid) localStorage.setItem(paidKey(userId, eventId), 'true');
  else localStorage.removeItem(paidKey(userId, eventId));
  if (findPendingEventId() !== eventId) return false;
  clearPendingEvent();
  return !paid;
}

/** @returns whether nobody was told yet that this payment succeeded; from now on somebody was */
export function takePaymentAnnouncement(sessionId: string): boolean {
  const announced = localStorage.getItem(announcedKey(sessionId)) !== null;
  localStorage.setItem(announcedKey(sessionId), 'true');
  return !announced;
}

/** Asks the next event page to look at the ticket afresh. */
export function askForTicketRefresh(): void {
  sessionStorage.setItem(refreshKey, 'true');
}

/** @returns whether a fresh look was asked for; it is asked only once */
export function takeTicketRefresh(): boolean {
  const asked = sessionStorage.getItem(refreshKey) !== null;
  sessionStorage.removeItem(refreshKey);
  return asked;
}

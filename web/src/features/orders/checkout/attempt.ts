import { makeRandomWord } from '../../payments/known-orders.ts';

// The browser sends the same order with the same Idempotency-Key until the server answers, even after a reload.
// So a lost answer does not lead to a second order.

const nameOf = (eventId: number) => `order_attempt_${eventId}`;

interface Attempt {
  body: string;
  key: string;
}

/** The attempts of a browser that forbids storage, by event. They last until the page is left. */
const unstored = new Map<number, Attempt>();

/** Returns the same key for the same body, and a new key for another body. */
export function keyForAttempt(eventId: number, body: object): string {
  const text = JSON.stringify(body);
  const known = readAttempt(eventId);
  if (known?.body === text) return known.key;
  const attempt: Attempt = { body: text, key: makeRandomWord() };
  try {
    sessionStorage.setItem(nameOf(eventId), JSON.stringify(attempt));
    unstored.delete(eventId);
  } catch {
    unstored.set(eventId, attempt);
  }
  return attempt.key;
}

/** Call this when the order exists, so that the next order gets a new key. */
export function endAttempt(eventId: number): void {
  unstored.delete(eventId);
  try {
    sessionStorage.removeItem(nameOf(eventId));
  } catch {
    // Without storage, there is no stored attempt to end.
  }
}

function readAttempt(eventId: number): Attempt | null {
  const kept = unstored.get(eventId);
  if (kept) return kept;
  try {
    const stored = JSON.parse(sessionStorage.getItem(nameOf(eventId)) ?? 'null') as Attempt | null;
    return typeof stored?.key === 'string' ? stored : null;
  } catch {
    return null;
  }
}

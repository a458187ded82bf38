import { makeRandomWord } from '../../payments/known-orders.ts';

// An attempt to order: the same order is sent with the same Idempotency-Key until the server has answered, also after
// a reload. So an answer that was lost on the way does not lead to a second order.

const nameOf = (eventId: number) => `order_attempt_${eventId}`;

interface Attempt {
  body: string;
  key: string;
}

/** Returns the Idempotency-Key of this order: the same one for the same body, a new one for another body. */
export function keyForAttempt(eventId: number, body: object): string {
  const text = JSON.stringify(body);
  const known = readAttempt(eventId);
  if (known?.body === text) return known.key;
  const attempt: Attempt = { body: text, key: makeRandomWord() };
  try {
    sessionStorage.setItem(nameOf(eventId), JSON.stringify(attempt));
  } catch {
    // Without storage, only a reload loses the key.
  }
  return attempt.key;
}

/** Ends the attempt after the order exists, so that the next order gets a key of its own. */
export function endAttempt(eventId: number): void {
  try {
    sessionStorage.removeItem(nameOf(eventId));
  } catch {
    // Without storage, there is no attempt to end.
  }
}

function readAttempt(eventId: number): Attempt | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(nameOf(eventId)) ?? 'null') as Attempt | null;
    return typeof stored?.key === 'string' ? stored : null;
  } catch {
    return null;
  }
}

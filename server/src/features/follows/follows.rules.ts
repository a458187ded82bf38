import { createHmac, timingSafeEqual } from 'node:crypto';

/** Writes a number with its noun: `1 new event`, `2 new events`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const signatureBytes = 16;

/** Signs the token of a mailed link, so that the database needs no secret. It works while the follower's row exists. */
export function signFollowToken(secret: Uint8Array, followerId: number): string {
  const subject = Buffer.from(String(followerId));
  return Buffer.concat([sign(secret, subject), subject]).toString('base64url');
}

/** Returns the id of the follower, or undefined when Foyer did not sign the token. */
export function readFollowToken(secret: Uint8Array, token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const [signature, subject] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)];
  if (subject.length === 0 || !timingSafeEqual(signature, sign(secret, subject))) return undefined;
  return Number(subject.toString());
}

function sign(secret: Uint8Array, subject: Buffer): Buffer {
  return createHmac('sha256', secret).update('follow').update(subject).digest().subarray(0, signatureBytes);
}

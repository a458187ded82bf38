import { createHmac, timingSafeEqual } from 'node:crypto';

export interface KeyedOrder {
  id: number;
  key_salt: string;
}

/**
 * Derives the key with which people without an account open an order. Foyer does not store the key, so no copy of the
 * database contains the key. Foyer can derive the key again for a later mail. A new salt makes all earlier keys of the
 * order useless.
 */
export function deriveOrderKey(siteSecret: Uint8Array, order: KeyedOrder): string {
  return computeKey(siteSecret, order).toString('base64url');
}

/** The comparison takes equally long for every wrong key. */
export function isOrderKey(siteSecret: Uint8Array, order: KeyedOrder, given: string | undefined): boolean {
  if (given === undefined) return false;
  const [bytes, key] = [Buffer.from(given, 'base64url'), computeKey(siteSecret, order)];
  return bytes.length === key.length && timingSafeEqual(bytes, key);
}

function computeKey(siteSecret: Uint8Array, { id, key_salt }: KeyedOrder): Buffer {
  return createHmac('sha256', siteSecret).update(`order ${id} ${key_salt}`).digest();
}

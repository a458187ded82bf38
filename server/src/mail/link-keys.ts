import { createHmac, timingSafeEqual } from 'node:crypto';

export interface KeyedOrder {
  id: number;
  key_salt: string;
}

export interface KeyedTicket {
  ticket_id: number;
  /** The salt of the transfer. Only a ticket that was given to somebody else has a key. */
  holder_salt: string;
}

/**
 * Derives the key with which people without an account open an order. Foyer does not store the key, so that a copy of
 * the database contains no keys. A new salt makes all earlier keys useless.
 */
export function deriveOrderKey(siteSecret: Uint8Array, order: KeyedOrder): string {
  return computeOrderKey(siteSecret, order).toString('base64url');
}

export function isOrderKey(siteSecret: Uint8Array, order: KeyedOrder, given: string | undefined): boolean {
  return isSameKey(given, computeOrderKey(siteSecret, order));
}

/** Derives the key with which a person opens a ticket that its buyer gave to them. Works like the key of an order. */
export function deriveTicketKey(siteSecret: Uint8Array, ticket: KeyedTicket): string {
  return computeTicketKey(siteSecret, ticket).toString('base64url');
}

export function isTicketKey(siteSecret: Uint8Array, ticket: KeyedTicket, given: string | undefined): boolean {
  return isSameKey(given, computeTicketKey(siteSecret, ticket));
}

/** Every wrong key takes equally long, so that nobody can guess the key by measuring time. */
function isSameKey(given: string | undefined, key: Buffer): boolean {
  if (given === undefined) return false;
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === key.length && timingSafeEqual(bytes, key);
}

function computeOrderKey(siteSecret: Uint8Array, { id, key_salt }: KeyedOrder): Buffer {
  return createHmac('sha256', siteSecret).update(`order ${id} ${key_salt}`).digest();
}

// The word `ticket` makes this key different from the key of the order with the same id.
function computeTicketKey(siteSecret: Uint8Array, { ticket_id, holder_salt }: KeyedTicket): Buffer {
  return createHmac('sha256', siteSecret).update(`ticket ${ticket_id} ${holder_salt}`).digest();
}

import { createHmac, timingSafeEqual } from 'node:crypto';

export interface KeyedOrder {
  id: number;
  key_salt: string;
}

export interface KeyedTicket {
  ticket_id: number;
  /** The salt of the transfer, because only a ticket that was given to somebody else has a key. */
  holder_salt: string;
}

/**
 * Derives the key with which people without an account open an order. Foyer does not store the key, so no copy of the
 * database contains the key. Foyer can derive the key again for a later mail. A new salt makes all earlier keys of the
 * order useless.
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

/** The comparison takes equally long for every wrong key. */
function isSameKey(given: string | undefined, key: Buffer): boolean {
  if (given === undefined) return false;
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === key.length && timingSafeEqual(bytes, key);
}

function computeOrderKey(siteSecret: Uint8Array, { id, key_salt }: KeyedOrder): Buffer {
  return createHmac('sha256', siteSecret).update(`order ${id} ${key_salt}`).digest();
}

// The first word keeps the key of an order from opening the ticket with the same id.
function computeTicketKey(siteSecret: Uint8Array, { ticket_id, holder_salt }: KeyedTicket): Buffer {
  return createHmac('sha256', siteSecret).update(`ticket ${ticket_id} ${holder_salt}`).digest();
}

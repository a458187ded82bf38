// This device's own orders: guests find an order again by the key that is stored here. The keys are only in this
// browser, and in the links of the mails.

export interface KnownOrder {
  number: string;
  /** The event's id, or null when the order was opened from a mail and its event is not known yet. */
  eventId: number | null;
  /** The key that opens a guest's order. Orders of accounts have no key here. */
  key?: string;
  eventKey?: string;
}

const ordersName = 'orders';
const deviceName = 'device_id';

/** The oldest orders beyond this number are forgotten. The links in their mails still open them. */
const mostKnown = 40;

/** Newest first. */
export function listKnownOrders(): KnownOrder[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ordersName) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKnownOrder) : [];
  } catch {
    return [];
  }
}

export function findKnownOrder(number: string): KnownOrder | undefined {
  return listKnownOrders().find((known) => known.number === number);
}

/** Stores an order. Values that are missing here keep their stored value. */
export function rememberOrder({ number, eventId, key, eventKey }: KnownOrder): void {
  const known = findKnownOrder(number);
  const merged: KnownOrder = {
    number,
    eventId: eventId ?? known?.eventId ?? null,
    key: key ?? known?.key,
    eventKey: eventKey ?? known?.eventKey,
  };
  storeOrders([merged, ...listKnownOrders().filter((one) => one.number !== number)].slice(0, mostKnown));
}

/** Forgets the key of an order, after a new link has ended the key. */
export function forgetOrderKey(number: string): void {
  storeOrders(
    listKnownOrders().map((known) => (known.number === number ? { ...known, key: undefined } : known)),
  );
}

/**
 * A random word that this device sends with a guest's orders. The server uses it to recognise the
 * guest's own open order.
 */
export function getDeviceId(): string {
  try {
    const known = localStorage.getItem(deviceName);
    if (known !== null && /^[\w-]{22,100}$/.test(known)) return known;
    const made = makeRandomWord();
    localStorage.setItem(deviceName, made);
    return made;
  } catch {
    // The browser forbids storage, so each order counts as coming from a new device.
    return makeRandomWord();
  }
}

/** 32 characters that nobody can guess. */
export function makeRandomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function storeOrders(orders: KnownOrder[]): void {
  try {
    localStorage.setItem(ordersName, JSON.stringify(orders));
  } catch {
    // The storage is full or forbidden. The link in the mail still opens the order.
  }
}

function isKnownOrder(value: unknown): value is KnownOrder {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}

// This device's own orders: guests find an order again by the key that is stored here. The keys are only in this
// browser, and in the links of the mails.

export interface KnownOrder {
  number: string;
  /** The event's id, or null when the order was opened from a mail and its event is not known yet. */
  eventId: number | null;
  /** Opens the order without an account. Orders of accounts have none. */
  key?: string;
  /** The key of a private event. */
  eventKey?: string;
}

const ordersName = 'orders';
const deviceName = 'device_id';

/** More orders than a guest keeps open. The oldest are forgotten; their mails still open them. */
const mostKnown = 40;

/** Lists the orders that this device knows, the newest first. */
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

/** Stores an order. What was known about it and is not given now stays known. */
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

/** The random word that this device sends with a guest's orders, so that one's own open order can be found. */
export function getDeviceId(): string {
  try {
    const known = localStorage.getItem(deviceName);
    if (known !== null && /^[\w-]{22,100}$/.test(known)) return known;
    const made = makeRandomWord();
    localStorage.setItem(deviceName, made);
    return made;
  } catch {
    // The browser forbids storage, so each order comes from a new device.
    return makeRandomWord();
  }
}

/** A random word that nobody can guess, of 32 characters. */
export function makeRandomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function storeOrders(orders: KnownOrder[]): void {
  try {
    localStorage.setItem(ordersName, JSON.stringify(orders));
  } catch {
    // The storage is full or forbidden. The order's mail opens it.
  }
}

function isKnownOrder(value: unknown): value is KnownOrder {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}

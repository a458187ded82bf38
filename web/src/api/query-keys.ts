/** The first part of every query key for data that depend on the user. */
export const personalScope = 'me';

/**
 * Makes the query key of data that depend on the user. Foyer deletes these data from the cache when another user logs
 * in.
 */
export function personalKey<const T extends readonly unknown[]>(userId: number, ...rest: T) {
  return [personalScope, userId, ...rest] as const;
}

export const eventsKey = ['events'] as const;

/** Teams as everybody sees them. */
export const hostsKey = ['hosts'] as const;

/**
 * The first parts of the query keys for an event as this user sees it, with the user's registration and permissions.
 */
export function viewerEventKey(eventId: number, userId: number) {
  return personalKey(userId, 'event', eventId);
}

/**
 * The key of the user's registrations. Invalidating this key also reloads the tickets, whose keys begin with
 * the same parts.
 */
export function registrationsKey(userId: number) {
  return personalKey(userId, 'registrations');
}

/** The query key of an order as this user sees the order. For a guest, `userId` is 0. */
export function orderKey(userId: number, number: string) {
  return personalKey(userId, 'order', number);
}

/** The query key of the state of an order, for a person who came back from the payment page with this session. */
export function orderStateKey(number: string, sessionId: string) {
  return ['order-state', number, sessionId] as const;
}

export function ticketTypesKey(eventId: number) {
  return [...eventsKey, 'one', eventId, 'ticket-types'] as const;
}

/**
 * The mutation key of all checkouts. A checkout is pending from the press of the button until the payment page has
 * opened.
 */
export const checkoutsKey = ['checkout'] as const;

export function checkoutKey(eventId: number) {
  return [...checkoutsKey, eventId] as const;
}

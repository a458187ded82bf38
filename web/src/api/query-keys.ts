/** The first part of every query key for data that depend on the user. */
export const personalScope = 'me';

/** The query key for data of this user. Foyer deletes these data from the cache when another user logs in. */
export function personalKey<const T extends readonly unknown[]>(userId: number, ...rest: T) {
  return [personalScope, userId, ...rest] as const;
}

/** The first part of every query key of public event data. */
export const eventsKey = ['events'] as const;

/** The start of the query keys of an event with this user's registration and permissions. */
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

/** The key of an order as this user, or the holder of its key, sees the order. */
export function orderKey(userId: number, number: string) {
  return personalKey(userId, 'order', number);
}

/** The ticket types of an event as buyers see them. */
export function ticketTypesKey(eventId: number) {
  return [...eventsKey, 'one', eventId, 'ticket-types'] as const;
}

/** The first part of every query key whose answer depends on the user. */
export const personalScope = 'me';

/** A key for an answer that belongs to this user. Such answers are deleted when the user changes. */
export function personalKey<const T extends readonly unknown[]>(userId: number, ...rest: T) {
  return [personalScope, userId, ...rest] as const;
}

/** The first part of every query key of public event data. */
export const eventsKey = ['events'] as const;

/** An event as this user sees it. */
export function viewerEventKey(eventId: number, userId: number) {
  return personalKey(userId, 'event', eventId);
}

/** The user's registrations. The key of their tickets begins with it, so that both are invalidated together. */
export function registrationsKey(userId: number) {
  return personalKey(userId, 'registrations');
}

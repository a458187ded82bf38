/** The first part of every query key whose answer depends on who asks. */
export const personalScope = 'me';

/** A key for an answer that is only true for this user; such answers are dropped when the user changes. */
export function personalKey<const T extends readonly unknown[]>(userId: number, ...rest: T) {
  return [personalScope, userId, ...rest] as const;
}

/** The first part of the keys of everything public about events. */
export const eventsKey = ['events'] as const;

/** An event as this user sees it. */
export function viewerEventKey(eventId: number, userId: number) {
  return personalKey(userId, 'event', eventId);
}

/** The user's registrations; their tickets are kept below the same key, so both go stale together. */
export function registrationsKey(userId: number) {
  return personalKey(userId, 'registrations');
}

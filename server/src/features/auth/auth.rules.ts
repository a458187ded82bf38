/** How long a refresh token, and with it an unused session, lives. */
export const sessionDays = 30;

export const throttleWindowMinutes = 15;

/** What tries at a user's password are counted under, whichever of their names was typed. */
export function accountSubject(userId: number): string {
  return `account:${userId}`;
}

/** The same for a name that nobody has; it looks like no user's id. */
export function unknownAccountSubject(name: string): string {
  return `account:name:${name.toLowerCase()}`;
}

/** Per window. An address may serve a whole office or venue, so it gets more tries than one account. */
export function allowedTries(subject: string): number {
  return subject.startsWith('account:') ? 10 : 100;
}

/** How long a refresh token, and with it an unused session, lives. */
export const sessionDays = 30;

export const throttleWindowMinutes = 15;

/** Per window. An address may serve a whole office or venue, so it gets more tries than one account. */
export function allowedTries(subject: string): number {
  return subject.startsWith('account:') ? 10 : 100;
}

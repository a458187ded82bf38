/** How long a refresh token, and with it an unused session, lives. */
export const sessionDays = 30;

/** What followers of a team get. */
export const newsWords = 'We email you within about an hour after the team publishes a new event.';

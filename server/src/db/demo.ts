import type { Deps } from '../deps.ts';

export const demoLogins = [
  'admin / password123         site administrator',
  'teamadmin / password123     runs a team',
  'eventmanager / password123  makes a team’s events',
  'attendee / password123      buys tickets',
];

/** Makes the demo world on an empty database; says whether this is a demo world. */
export async function makeDemoWorld(deps: Deps): Promise<boolean> {
  const users = await deps.db.selectFrom('users').select('username').orderBy('id').limit(1).execute();
  return users[0]?.username === 'admin';
}

import { queryOptions } from '@tanstack/react-query';
import { personalKey } from './query-keys.ts';
import { api } from './client.ts';
import { type SessionUser, updateSessionUser } from './session.ts';

/** The signed-in user as the server knows them now; the session keeps what it says. */
export async function loadOwnUser(userId: number, signal: AbortSignal): Promise<SessionUser> {
  const { user } = await api('GET /users/:id', { params: { id: userId }, signal });
  if (!('email' in user)) throw new Error('The server answered with the public form of a user');
  updateSessionUser(user);
  return user;
}

/** The same, for whatever shows the user. */
export function ownUserQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'user'),
    queryFn: ({ signal }) => loadOwnUser(userId, signal),
    // Another device may have changed it, and a team may have been joined.
    staleTime: 0,
  });
}

/** Whether the signed-in user is a site administrator now; when it cannot be told they count as none. */
export function siteAdminQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'is-site-admin'),
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        const answer = await api('GET /users/:id/is-site-admin', { params: { id: userId }, signal });
        return answer.is_site_admin;
      } catch {
        return false;
      }
    },
    staleTime: 0,
  });
}

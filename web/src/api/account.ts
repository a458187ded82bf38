import { queryOptions } from '@tanstack/react-query';
import { personalKey } from './query-keys.ts';
import { api } from './client.ts';
import { type SessionUser, updateSessionUser } from './session.ts';

/** Loads the data of the signed-in user and stores them in the session. */
export async function loadOwnUser(userId: number, signal: AbortSignal): Promise<SessionUser> {
  const { user } = await api('GET /users/:id', { params: { id: userId }, signal });
  if (!('email' in user)) throw new Error('The server answered with the public form of a user');
  updateSessionUser(user);
  return user;
}

export function ownUserQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'user'),
    queryFn: ({ signal }) => loadOwnUser(userId, signal),
    // Never reuse old data: the user may have joined a team, or changed the profile on another device.
    staleTime: 0,
  });
}

/**
 * Asks the server whether the signed-in user is still a site administrator. If the call fails, the result is false.
 */
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

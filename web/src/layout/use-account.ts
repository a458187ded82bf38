import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { minutes } from '../api/query-client.ts';
import { type SessionUser, useSession } from '../api/session.ts';
import { ownUserQuery, siteAdminQuery } from '../api/account.ts';

/**
 * Keeps the session's user true to the server, silently: what the browser remembers is shown until the server
 * answers, and when it does not. Whether they are a site administrator is asked again on every change of page.
 */
export function useAccountChecks(): void {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const id = user?.id;
  useQuery({ ...ownUserQuery(id ?? 0), enabled: id !== undefined, staleTime: minutes(5) });
  useEffect(() => {
    if (id === undefined) return undefined;
    // Signing out meanwhile calls the question off.
    const check = () => void queryClient.query(siteAdminQuery(id)).catch(() => undefined);
    check();
    return router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (pathChanged) check();
    });
  }, [queryClient, router, id]);
}

/** The last word on whether this user is a site administrator; until there is one, what the session remembers. */
export function useIsSiteAdmin(user: SessionUser | null): boolean {
  return useAdminWord(user) ?? false;
}

/** The same; undefined while the session says no and the server has yet to say whether they were made one since. */
export function useAdminWord(user: SessionUser | null): boolean | undefined {
  const { data } = useQuery({ ...siteAdminQuery(user?.id ?? 0), enabled: false });
  if (user === null) return false;
  return data ?? (user.is_site_admin || undefined);
}

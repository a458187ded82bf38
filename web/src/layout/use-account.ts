import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { minutes } from '../api/query-client.ts';
import { type SessionUser, useSession } from '../api/session.ts';
import { ownUserQuery, siteAdminQuery } from '../api/account.ts';

/**
 * Updates the session's user from the server in the background. The stored user is shown until the server answers, and
 * when it does not. Every change of page asks again whether the user is a site administrator.
 */
export function useAccountChecks(): void {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const id = user?.id;
  useQuery({ ...ownUserQuery(id ?? 0), enabled: id !== undefined, staleTime: minutes(5) });
  useEffect(() => {
    if (id === undefined) return undefined;
    // Logging out cancels the call.
    const check = () => void queryClient.query(siteAdminQuery(id)).catch(() => undefined);
    check();
    return router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (pathChanged) check();
    });
  }, [queryClient, router, id]);
}

/** Whether the user is a site administrator, according to the server; until it answers, according to the session. */
export function useIsSiteAdmin(user: SessionUser | null): boolean {
  return useAdminWord(user) ?? false;
}

/** The same, but undefined while the session says no and the server has not answered: the user may have been promoted. */
export function useAdminWord(user: SessionUser | null): boolean | undefined {
  const { data } = useQuery({ ...siteAdminQuery(user?.id ?? 0), enabled: false });
  if (user === null) return false;
  return data ?? (user.is_site_admin || undefined);
}

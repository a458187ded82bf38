import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { minutes } from '../api/query-client.ts';
import { type SessionUser, useSession } from '../api/session.ts';
import { ownUserQuery, siteAdminQuery } from '../api/account.ts';

/**
 * Updates the signed-in user from the server in the background. On every change of page, asks again whether the user
 * is a site administrator.
 */
export function useAccountChecks(): void {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const id = user?.id;
  useQuery({ ...ownUserQuery(id ?? 0), enabled: id !== undefined, staleTime: minutes(5) });
  useEffect(() => {
    if (id === undefined) return undefined;
    // Logging out cancels this call. The error of the cancelled call needs no report.
    const check = () => void queryClient.query(siteAdminQuery(id)).catch(() => undefined);
    check();
    // The router's own `pathChanged` compares with the last page that has finished loading, which may be an older one.
    let path = router.state.location.pathname;
    return router.subscribe('onBeforeLoad', ({ toLocation }) => {
      if (toLocation.pathname === path) return;
      path = toLocation.pathname;
      check();
    });
  }, [queryClient, router, id]);
}

/**
 * Whether the user is a site administrator. The server decides. Until the server responds, the stored session
 * decides.
 */
export function useIsSiteAdmin(user: SessionUser | null): boolean {
  return useAdminWord(user) ?? false;
}

/**
 * Like `useIsSiteAdmin`, with one difference: if the stored session says no, the result is undefined until the server
 * responds. The user may have become an administrator after logging in.
 */
export function useAdminWord(user: SessionUser | null): boolean | undefined {
  const { data } = useQuery({ ...siteAdminQuery(user?.id ?? 0), enabled: false });
  if (user === null) return false;
  return data ?? (user.is_site_admin || undefined);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { siteAdminQuery } from '../../../api/account.ts';
import { useAdminId } from '../use-admin-id.ts';

/** After a `forbidden`, checks again whether the user is an administrator. If not, the guard leads them away. */
export function useRecheck(): (error: unknown) => void {
  const queryClient = useQueryClient();
  const adminId = useAdminId();
  return (error) => {
    const isRefused = error instanceof CallError && error.code === 'forbidden';
    if (isRefused) void queryClient.query({ ...siteAdminQuery(adminId), staleTime: 0 });
  };
}

/** Does the same for a list that could not be loaded. */
export function useRecheckOn(error: Error | null): void {
  const recheck = useEffectEvent(useRecheck());
  useEffect(() => recheck(error), [error]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { siteAdminQuery } from '../../../api/account.ts';
import { useAdminId } from '../use-admin-id.ts';

/**
 * Returns a handler for errors of failed calls. After the error `forbidden`, the handler asks the server whether the
 * user is still a site administrator, and closes the admin area if not.
 */
export function useRecheck(): (error: unknown) => void {
  const queryClient = useQueryClient();
  const adminId = useAdminId();
  return (error) => {
    const isRefused = error instanceof CallError && error.code === 'forbidden';
    if (isRefused) void queryClient.query({ ...siteAdminQuery(adminId), staleTime: 0 });
  };
}

/**
 * If a list could not be loaded because of a `forbidden` error, checks whether the user is still a site administrator.
 */
export function useRecheckOn(error: Error | null): void {
  const recheck = useEffectEvent(useRecheck());
  useEffect(() => recheck(error), [error]);
}

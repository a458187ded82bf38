import { useSession } from '../../api/session.ts';

/** The administrator who looks. */
export function useAdminId(): number {
  return useSession().user?.id ?? 0;
}

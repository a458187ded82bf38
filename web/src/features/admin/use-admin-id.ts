import { useSession } from '../../api/session.ts';

/** The id of the signed-in administrator, which is part of every query key in the admin area. */
export function useAdminId(): number {
  return useSession().user?.id ?? 0;
}

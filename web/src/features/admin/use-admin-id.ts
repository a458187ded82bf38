import { useSession } from '../../api/session.ts';

/** The id of the signed-in administrator, part of every query key here. */
export function useAdminId(): number {
  return useSession().user?.id ?? 0;
}

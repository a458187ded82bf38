import { useSession } from '../../api/session.ts';

export function useAdminId(): number {
  return useSession().user?.id ?? 0;
}

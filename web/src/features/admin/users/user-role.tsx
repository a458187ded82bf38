import { Badge } from '../../../ui/badge.tsx';
import type { AdminUser } from '../admin.api.ts';

export function UserRole({ user: { is_site_admin: isAdmin } }: { user: Pick<AdminUser, 'is_site_admin'> }) {
  return <Badge tone={isAdmin ? 'spot' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>;
}

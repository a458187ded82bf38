import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type SessionUser, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { useAdminWord } from './use-account.ts';

/** Shows its page to signed-in users. Visitors go to the login, which brings them back. */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <ToLogIn />;
  return children(session.user);
}

/** Shows its page to site administrators. Other users go to the landing page. */
export function RequireSiteAdmin({ children }: { children: (user: SessionUser) => ReactNode }) {
  return <RequireUser>{(user) => <AdminsOnly user={user}>{children}</AdminsOnly>}</RequireUser>;
}

function AdminsOnly({ user, children }: { user: SessionUser; children: (user: SessionUser) => ReactNode }) {
  const isSiteAdmin = useAdminWord(user);
  if (isSiteAdmin === undefined) return <PageSkeleton />;
  return isSiteAdmin ? children(user) : <Navigate to={paths.home} replace />;
}

/**
 * Navigates in an effect, which runs after the effects of the guarded page are cleaned up. Otherwise a page that asks
 * before it is left could stop the redirect, or the redirect could override a deliberate logout.
 */
function ToLogIn() {
  const navigate = useNavigate();
  // Kept from the first render: while the login's code loads, the current address is already the login's.
  const [here] = useState(useLocation({ select: (location) => location.href }));
  useEffect(() => {
    void navigate({ to: paths.logIn, search: { next: here }, replace: true });
  }, [navigate, here]);
  return null;
}

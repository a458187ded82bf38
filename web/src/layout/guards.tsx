import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type SessionUser, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { useAdminWord } from './use-account.ts';

/** Shows the page to signed-in users. Visitors are redirected to the login, and from there back to the page. */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <ToLogIn />;
  return children(session.user);
}

/**
 * Shows the page to site administrators. Other signed-in users are redirected to the landing page, and visitors to
 * the login.
 */
export function RequireSiteAdmin({ children }: { children: (user: SessionUser) => ReactNode }) {
  return <RequireUser>{(user) => <AdminsOnly user={user}>{children}</AdminsOnly>}</RequireUser>;
}

function AdminsOnly({ user, children }: { user: SessionUser; children: (user: SessionUser) => ReactNode }) {
  const isSiteAdmin = useAdminWord(user);
  if (isSiteAdmin === undefined) return <PageSkeleton />;
  return isSiteAdmin ? children(user) : <Navigate to={paths.home} replace />;
}

/**
 * Redirects to the login in an effect, after the guarded page is removed. During rendering, a form on that page could
 * stop the redirect, and the redirect could replace the navigation of a logout.
 */
function ToLogIn() {
  const navigate = useNavigate();
  // The web address to come back to. Read it at the first render, because the browser shows the address of the login
  // while the login page's code loads.
  const [here] = useState(useLocation({ select: (location) => location.href }));
  useEffect(() => {
    void navigate({ to: paths.logIn, search: { next: here }, replace: true });
  }, [navigate, here]);
  return null;
}

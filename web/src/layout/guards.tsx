import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type SessionUser, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { useAdminWord } from './use-account.ts';

/** Shows its page to signed-in people and sends others to the login, which brings them back. */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <ToLogIn />;
  return children(session.user);
}

/** Shows its page to site administrators, and sends everybody else who is signed in to the landing page. */
export function RequireSiteAdmin({ children }: { children: (user: SessionUser) => ReactNode }) {
  return <RequireUser>{(user) => <AdminsOnly user={user}>{children}</AdminsOnly>}</RequireUser>;
}

function AdminsOnly({ user, children }: { user: SessionUser; children: (user: SessionUser) => ReactNode }) {
  const isSiteAdmin = useAdminWord(user);
  if (isSiteAdmin === undefined) return <PageSkeleton />;
  return isSiteAdmin ? children(user) : <Navigate to={paths.home} replace />;
}

/**
 * In an effect of its own kind, which runs when what the guarded page had set up is gone: a page that asks before it
 * is left would otherwise hold this up, or let it pass after a deliberate logout's own way.
 */
function ToLogIn() {
  const navigate = useNavigate();
  // The address of now: while the login's code is on its way this is still rendered, and the address is the login's.
  const [here] = useState(useLocation({ select: (location) => location.href }));
  useEffect(() => {
    void navigate({ to: paths.logIn, search: { next: here }, replace: true });
  }, [navigate, here]);
  return null;
}

import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type SessionUser, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** Shows its page to signed-in people and sends others to the login, which brings them back. */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  const href = useLocation({ select: (location) => location.href });
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <Navigate to={paths.logIn} search={{ next: href }} replace />;
  return children(session.user);
}

import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useSession } from '../../../api/session.ts';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';

const PasswordDutyPage = lazy(async () => ({
  default: (await import('./password-duty-page.tsx')).PasswordDutyPage,
}));

/**
 * Shows the page that asks users for what they must do first, in the place of every page except Support. When it is
 * done, they are on the page that they opened.
 */
export function DutyGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const isSupport = useLocation({ select: ({ pathname }) => pathname === paths.support });
  if (user?.duty !== 'change_password' || isSupport) return children;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PasswordDutyPage key={user.id} user={user} />
    </Suspense>
  );
}

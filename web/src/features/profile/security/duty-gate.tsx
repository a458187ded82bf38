import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useSession } from '../../../api/session.ts';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';

const PasswordDutyPage = lazy(async () => ({
  default: (await import('./password-duty-page.tsx')).PasswordDutyPage,
}));

/** Support, and the pages of mailed links: a user may have forgotten the password that an administrator set. */
const openPaths = new Set<string>([paths.support, paths.resetPassword, paths.verifyEmail]);

/**
 * Shows the page that asks users for what they must do first, in the place of every other page. When it is
 * done, they are on the page that they opened.
 */
export function DutyGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const isOpen = useLocation({ select: ({ pathname }) => openPaths.has(pathname) });
  if (user?.duty !== 'change_password' || isOpen) return children;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PasswordDutyPage key={user.id} user={user} />
    </Suspense>
  );
}

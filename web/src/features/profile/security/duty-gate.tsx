import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { personalScope } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';

const PasswordDutyPage = lazyPart(async () => (await import('./password-duty-page.tsx')).PasswordDutyPage);

const TwoFactorDutyPage = lazyPart(
  async () => (await import('./two-factor-duty-page.tsx')).TwoFactorDutyPage,
);

/**
 * Users with a duty can still open the support page and the pages of mailed links, because they may have
 * forgotten the password that an administrator set.
 */
const openPaths = new Set<string>([paths.support, paths.resetPassword, paths.verifyEmail]);

/**
 * Shows the page for the user's duty instead of all pages except `openPaths`. After the duty, users see the page that
 * they opened.
 */
export function DutyGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const isOpen = useLocation({ select: ({ pathname }) => openPaths.has(pathname) });
  // The duty ends when the second factor is on. But the recovery codes stay on the page until this user has
  // saved them.
  const [codesOf, setCodesOf] = useState<number | null>(null);
  const isShowingCodes = user !== null && codesOf === user.id;
  const duty = isShowingCodes ? 'set_up_two_factor' : !isOpen && user?.duty;
  if (!user || !duty) return children;
  const finish = () => {
    setCodesOf(null);
    // During the duty, the server refused the calls that load the user's data. So load the data again.
    void queryClient.invalidateQueries({ queryKey: [personalScope] });
  };
  return (
    <Fragment key={user.id}>
      {duty === 'change_password' ? (
        <PasswordDutyPage fallback={<PageSkeleton />} user={user} onDone={finish} />
      ) : (
        <TwoFactorDutyPage
          fallback={<PageSkeleton />}
          user={user}
          onCodes={() => setCodesOf(user.id)}
          onDone={finish}
        />
      )}
    </Fragment>
  );
}

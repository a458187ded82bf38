import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownUserQuery } from '../../../api/account.ts';
import type { SessionUser } from '../../../api/session.ts';
import { DutyPage } from './duty-page.tsx';
import { TwoFactor } from './two-factor.tsx';

export interface TwoFactorDutyPageProps {
  user: SessionUser;
  /** Called when the page shows recovery codes, which Foyer shows only once. */
  onCodes: () => void;
  onDone: () => void;
}

/** Asks administrators to set up an authenticator app, on sites where administrators need a second factor. */
export function TwoFactorDutyPage({ user, onCodes, onDone }: TwoFactorDutyPageProps) {
  const queryClient = useQueryClient();
  // Load the user again, because the user may have set up the second factor on another device. If the duty has ended,
  // this page disappears.
  useEffect(
    () => void queryClient.invalidateQueries({ queryKey: ownUserQuery(user.id).queryKey }),
    [queryClient, user.id],
  );
  return (
    <DutyPage
      title="Set up two-factor authentication"
      reason={
        <>
          Hello {user.username}. Administrators of this site log in with their password and a code from an app
          on their phone. Set up the app, and then go on.
        </>
      }
    >
      <TwoFactor user={user} heading="h2" onCodes={onCodes} onCodesSaved={onDone} />
    </DutyPage>
  );
}

import type { SessionUser } from '../../../api/session.ts';
import { DutyPage } from './duty-page.tsx';
import { PasswordForm } from './password-form.tsx';

export interface PasswordDutyPageProps {
  user: SessionUser;
  onDone: () => void;
}

/** Asks users to replace the password that an administrator chose. */
export function PasswordDutyPage({ user, onDone }: PasswordDutyPageProps) {
  return (
    <DutyPage
      title="Choose a new password"
      reason={
        <>
          Hello {user.username}. An administrator set your current password. Choose one that only you know,
          and then go on.
        </>
      }
    >
      <PasswordForm user={user} onDone={onDone} />
    </DutyPage>
  );
}

import type { SessionUser } from '../../../api/session.ts';
import { PasswordForm } from './password-form.tsx';
import { SecuritySection } from './security-section.tsx';

export function PasswordSection({ user }: { user: SessionUser }) {
  return (
    <SecuritySection
      title="Password"
      description="A new password signs you out on all other devices. This device stays signed in."
    >
      <PasswordForm user={user} />
    </SecuritySection>
  );
}

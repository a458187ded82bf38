import type { SessionUser } from '../../../api/session.ts';
import { SecuritySection } from './security-section.tsx';
import { TwoFactor } from './two-factor.tsx';

export function TwoFactorSection({ user }: { user: SessionUser }) {
  return (
    <SecuritySection
      title="Two-factor authentication"
      description="With it, a login needs your password and a code from an app on your phone. A stolen password is then not enough."
    >
      <TwoFactor user={user} heading="h3" />
    </SecuritySection>
  );
}

import { ArrowLeft } from 'lucide-react';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { backLinkLook } from '../../../ui/button.tsx';
import { DataSection } from './data-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { VerifyNotice } from '../../users/verify-notice.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export function SecurityPage() {
  // The key resets the forms when another user logs in.
  return <RequireUser>{(user) => <Security key={user.id} user={user} />}</RequireUser>;
}

function Security({ user }: { user: SessionUser }) {
  return (
    <div className="page-width max-w-3xl pt-10 sm:pt-14">
      <Link to={paths.profile} className={backLinkLook}>
        <ArrowLeft size={18} aria-hidden />
        Your profile
      </Link>
      <h1 className="mt-1 text-5xl font-semibold sm:text-6xl">Account security</h1>
      <div className="mt-8 grid gap-6">
        <VerifyNotice user={user} />
        <PasswordSection user={user} />
        <TwoFactorSection user={user} />
        <DevicesSection user={user} />
        <DataSection user={user} />
        <DeletionSection user={user} />
      </div>
    </div>
  );
}

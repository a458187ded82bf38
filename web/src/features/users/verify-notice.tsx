import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/call-error.ts';
import { api } from '../../api/client.ts';
import type { SessionUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BreakableName } from './breakable-name.tsx';
import { toast } from '../../ui/overlays/toast.ts';

export interface VerifyNoticeProps {
  user: SessionUser;
  /**
   * What does not work before the user has verified the address, as the end of a sentence. Without this text, the
   * notice speaks of news and lists everything that does not work.
   */
  consequence?: string;
  className?: string;
}

export function VerifyNotice({ user, consequence, className }: VerifyNoticeProps) {
  const resend = useMutation({
    mutationFn: () => api('POST /auth/verify-email/resend'),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(messageOf(error, 'The link could not be sent. Please try again.')),
  });
  if (user.email_verified) return null;
  return (
    <section aria-label="Verify your email address" className={className}>
      <Notice
        tone="warn"
        action={
          <Button variant="secondary" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
            Send again
          </Button>
        }
      >
        <p>
          <strong className="font-semibold">Verify your email address.</strong> Open the link that we sent to{' '}
          <BreakableName name={user.email} />. Until you verify it,{' '}
          {consequence ?? 'news of your events does not reach you'}.
        </p>
        {consequence === undefined && <AllConsequences />}
      </Notice>
    </section>
  );
}

function AllConsequences() {
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
        What you cannot do yet
      </summary>
      <p className="pb-2">
        We email you only your own tickets and notices about your account. Messages from organisers and your
        invitations to teams wait, and you cannot give tickets to others. If no email arrives, look in your
        spam folder, or press Send again.
      </p>
    </details>
  );
}

import { useMutation } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { messageOf } from '../../api/call-error.ts';
import { api } from '../../api/client.ts';
import type { SessionUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { BreakableName } from './breakable-name.tsx';
import { toast } from '../../ui/overlays/toast.ts';

export interface VerifyNoticeProps {
  user: SessionUser;
  className?: string;
}

export function VerifyNotice({ user, className }: VerifyNoticeProps) {
  const resend = useMutation({
    mutationFn: () => api('POST /auth/verify-email/resend'),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(messageOf(error, 'The link could not be sent. Please try again.')),
  });
  if (user.email_verified) return null;
  return (
    <section
      aria-label="Verify your email address"
      className={classes(
        'flex flex-wrap items-center gap-x-5 gap-y-1 rounded-2xl bg-warn-wash px-5 py-4 text-warn max-sm:text-[0.9375rem]',
        className,
      )}
    >
      <MailWarning size={24} aria-hidden className="shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p>
          <strong>Verify your email address.</strong> Open the link that we sent to{' '}
          <BreakableName name={user.email} />. Before that, news of your events does not reach you.
        </p>
        <details>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            What you cannot do yet
          </summary>
          <p className="pb-2">
            We email you only your own tickets and notices about your account. Messages from organisers and
            your invitations to teams wait, and you cannot give tickets to others. If no email arrives, look
            in your spam folder, or press Send again.
          </p>
        </details>
      </div>
      <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </section>
  );
}

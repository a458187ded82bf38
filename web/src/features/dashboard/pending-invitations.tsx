import { useQuery } from '@tanstack/react-query';
import { MailX, Send } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { formatDate } from '../../format/dates.ts';
import { useSite } from '../../layout/use-site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loaded } from '../../ui/states.tsx';
import { roleName, roleTones } from '../teams/team-roles.ts';
import { type SentInvitation, sentInvitationsQuery } from '../teams/teams.api.ts';
import {
  nameInvited,
  useResendInvitation,
  useWithdrawInvitation,
} from '../teams/invitations/use-sent-invitation-changes.ts';
import type { TeamView } from '../teams/use-membership-changes.ts';
import { BreakableName } from '../users/breakable-name.tsx';

/** Only team admins see this list. */
export function PendingInvitations({ team, userId }: TeamView) {
  const { data, error, refetch } = useQuery(sentInvitationsQuery(team.team_id, userId));
  const withdrawal = useWithdrawInvitation({ team, userId });
  const sending = useResendInvitation({ team, userId });
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its row, so the focus moves to the heading.
  const withdraw = (invitation: SentInvitation) =>
    withdrawal.mutate(invitation, { onSettled: () => heading.current?.focus() });
  return (
    <section aria-labelledby="pending-invitations" className="mt-12 border-t border-line-strong pt-6">
      <h2
        ref={heading}
        id="pending-invitations"
        tabIndex={-1}
        className="text-2xl font-semibold outline-none"
      >
        Pending invitations
      </h2>
      <div className="mt-4">
        <Loaded
          data={data}
          failure={error && messageOf(error, 'Failed to load the invitations')}
          onRetry={() => void refetch()}
          skeleton={<Skeleton className="h-20 rounded-2xl" />}
        >
          {(invitations) =>
            invitations.length === 0 ? (
              <p className="text-ink-soft">
                Nobody is invited right now. Invited people appear here until they accept or decline.
              </p>
            ) : (
              <ul
                aria-labelledby="pending-invitations"
                className="divide-y divide-line rounded-2xl border border-line bg-raised"
              >
                {invitations.map((invitation) => (
                  <PendingInvitation
                    key={invitation.id}
                    invitation={invitation}
                    sending={sending.isPending && sending.variables.id === invitation.id}
                    withdrawing={withdrawal.isPending && withdrawal.variables.id === invitation.id}
                    onResend={() => sending.mutate(invitation)}
                    onWithdraw={() => withdraw(invitation)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

interface PendingInvitationProps {
  invitation: SentInvitation;
  sending: boolean;
  withdrawing: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}

function PendingInvitation({
  invitation,
  sending,
  withdrawing,
  onResend,
  onWithdraw,
}: PendingInvitationProps) {
  const { timeZone } = useSite();
  const { role, invited_by, created_at, expires_at } = invitation;
  const name = nameInvited(invitation);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lg font-semibold wrap-anywhere">
            <BreakableName name={name} />
          </span>
          <Badge tone={roleTones[role]}>{roleName(role)}</Badge>
        </p>
        <p className="mt-1 text-[0.9375rem] text-ink-faint">
          Invited by {invited_by} on {formatDate(created_at, timeZone)}, open until{' '}
          {formatDate(expires_at, timeZone)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Send Again: ${name}`}
          busy={sending}
          disabled={withdrawing}
          onClick={onResend}
        >
          <Send size={17} aria-hidden />
          Send Again
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Withdraw: ${name}`}
          busy={withdrawing}
          disabled={sending}
          onClick={onWithdraw}
        >
          <MailX size={17} aria-hidden />
          Withdraw
        </Button>
      </div>
    </li>
  );
}

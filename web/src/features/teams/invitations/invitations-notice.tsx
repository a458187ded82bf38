import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../format/counts.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { receivedInvitationsQuery } from '../teams.invitations.api.ts';

/**
 * Tells the user about invitations that wait for an answer. Shows nothing if there are no invitations, or if they
 * cannot be loaded.
 */
export function InvitationsNotice({ userId, className }: { userId: number; className?: string }) {
  const { data: [first, ...others] = [] } = useQuery(receivedInvitationsQuery(userId));
  if (!first) return null;
  return (
    <Notice
      tone="spot"
      className={className}
      action={
        <Link to={paths.invitations} className={buttonStyle('secondary', 'sm')}>
          {others.length === 0 ? 'See the invitation' : 'See the invitations'}
        </Link>
      }
    >
      <p className="font-semibold">
        {others.length === 0
          ? `${first.invited_by} invited you to the team ${first.team_name}.`
          : `You have ${formatCount(others.length + 1, 'open team invitation')}.`}
      </p>
    </Notice>
  );
}

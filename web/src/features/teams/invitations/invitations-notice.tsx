import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../format/counts.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { classes } from '../../../ui/classes.ts';
import { receivedInvitationsQuery } from '../teams.invitations.api.ts';

/**
 * Tells the user about invitations that wait for an answer. Shows nothing if there are no invitations, or if they
 * cannot be loaded.
 */
export function InvitationsNotice({ userId, className }: { userId: number; className?: string }) {
  const { data: [first, ...others] = [] } = useQuery(receivedInvitationsQuery(userId));
  if (!first) return null;
  return (
    <p
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-2xl bg-spot-wash px-5 py-3.5 text-spot-strong',
        className,
      )}
    >
      <span className="min-w-0 wrap-anywhere">
        {others.length === 0
          ? `${first.invited_by} invited you to the team ${first.team_name}.`
          : `You have ${formatCount(others.length + 1, 'open team invitation')}.`}
      </span>
      <Link to={paths.invitations} className="py-1 font-semibold underline underline-offset-4">
        {others.length === 0 ? 'See the invitation' : 'See the invitations'}
      </Link>
    </p>
  );
}

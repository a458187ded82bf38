import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type SessionUser, useSession } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { ClaimOrders } from '../orders/mine/claim-orders.tsx';
import { MyOrders } from '../orders/mine/my-orders.tsx';
import { InvitationsNotice } from '../teams/invitations/invitations-notice.tsx';
import { VerifyNotice } from '../users/verify-notice.tsx';
import { FollowedTeams } from './teams/followed-teams.tsx';
import { MyEvents } from './my-events.tsx';
import { MyTickets } from './my-tickets.tsx';
import { ProfileCard } from './profile-card.tsx';
import { TeamsCard } from './teams/teams-card.tsx';
import { ownUserQuery } from '../../api/account.ts';
import { toast } from '../../ui/overlays/toast.ts';

export function ProfilePage() {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <SignedOut />;
  // The key resets the page's state when another user logs in.
  return <Profile key={session.user.id} known={session.user} />;
}

function SignedOut() {
  return (
    <NoticeCard
      title="Please log in to view your profile"
      text="Your tickets, orders and calendar are there."
      action={
        <Link to={paths.logIn} search={{ next: paths.profile }} className={buttonStyle('primary', 'lg')}>
          Login
        </Link>
      }
    />
  );
}

/** @param known the user from the session, shown while the profile loads and when loading fails */
function Profile({ known }: { known: SessionUser }) {
  const { data, isError } = useQuery(ownUserQuery(known.id));
  const user = data ?? known;
  const hasTeams = user.teams.length > 0;
  useEffect(() => {
    if (!isError) return;
    toast.error('Error loading profile', {
      id: 'profile',
      description: 'There was a problem loading your profile data.',
    });
  }, [isError]);
  return (
    <div className="page-width pt-10 sm:pt-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">Your Profile</h1>
      <InvitationsNotice userId={user.id} className="mt-8" />
      <VerifyNotice user={user} className="mt-8" />
      <ClaimOrders userId={user.id} className="mt-8" />
      <MyTickets userId={user.id} />
      <div
        className={
          hasTeams
            ? 'mt-14 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'
            : 'mx-auto mt-14 max-w-2xl'
        }
      >
        <div className="grid gap-6">
          <ProfileCard user={user} />
          <FollowedTeams userId={user.id} />
        </div>
        {hasTeams && <TeamsCard teams={user.teams} />}
      </div>
      <MyOrders userId={user.id} />
      <MyEvents userId={user.id} />
    </div>
  );
}

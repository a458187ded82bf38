import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ownUserQuery } from '../../api/account.ts';
import { messageOf } from '../../api/call-error.ts';
import { api } from '../../api/client.ts';
import { getSession, useSession } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ClaimOrders } from '../orders/mine/claim-orders.tsx';
import { type DeadLink, describeDeadLink, incompleteLink } from '../auth/links/link-failure.ts';
import { useLinkToken } from '../auth/links/use-link-token.ts';

export function VerifyEmailPage() {
  const token = useLinkToken();
  if (token === undefined) return <PageSkeleton />;
  return token === '' ? <Dead link={incompleteLink} /> : <Verify token={token} />;
}

/** This call is a query and not a mutation, so that it runs only once even if the page renders several times. */
function verificationQuery(token: string, onVerified: () => Promise<void>) {
  return queryOptions({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await api('POST /auth/verify-email', { body: { token }, anonymous: true });
      await onVerified();
      return true;
    },
    staleTime: 'static',
    retry: false,
  });
}

function Verify({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const refreshUser = async () => {
    const { user } = getSession();
    if (user) await queryClient.query({ ...ownUserQuery(user.id), staleTime: 0 }).catch(() => undefined);
  };
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(token, refreshUser));
  const { user } = useSession();
  const dead = describeDeadLink(error);
  if (data) return <Verified />;
  if (dead) return user?.email_verified ? <Verified /> : <Dead link={dead} />;
  if (!error) return <PageSkeleton />;
  return (
    <NoticeCard
      title="Not verified yet"
      text={messageOf(error, 'Something went wrong on our side. Please try again.')}
      tone="bad"
      action={
        <Button size="lg" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      }
    />
  );
}

function Verified() {
  const { user } = useSession();
  return (
    <NoticeCard
      title="Your address is verified"
      text="From now on, news of your events reaches you too."
      action={
        <div className="grid w-full gap-6">
          {user && <ClaimOrders userId={user.id} className="text-left" />}
          <div className="flex flex-wrap justify-center gap-3">
            {user ? <NextPages isInTeam={user.teams.length > 0} /> : <LoginLink />}
          </div>
        </div>
      }
    />
  );
}

/** Leads the members of a team back to its desk, where a new team has the list of its first steps. */
function NextPages({ isInTeam }: { isInTeam: boolean }) {
  return (
    <>
      {isInTeam && (
        <Link to={paths.dashboard} className={buttonStyle('primary', 'lg')}>
          Your dashboard
        </Link>
      )}
      <Link to={paths.profile} className={buttonStyle(isInTeam ? 'secondary' : 'primary', 'lg')}>
        Your profile
      </Link>
    </>
  );
}

function LoginLink() {
  return (
    <Link to={paths.logIn} search={{ next: paths.profile }} className={buttonStyle('primary', 'lg')}>
      Login
    </Link>
  );
}

function Dead({ link: { title, text } }: { link: DeadLink }) {
  const isIn = useSession().status === 'in';
  return (
    <NoticeCard
      title={title}
      text={isIn ? text : `${text} Log in and press Send again on your profile.`}
      tone="bad"
      action={
        isIn ? (
          <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
            Your profile
          </Link>
        ) : (
          <LoginLink />
        )
      }
    />
  );
}

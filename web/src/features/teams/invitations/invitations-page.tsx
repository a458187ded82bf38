import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { ownUserQuery } from '../../../api/account.ts';
import { messageOf } from '../../../api/call-error.ts';
import { type SessionUser, useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { VerifyNotice } from '../../users/verify-notice.tsx';
import { type ReceivedInvitation, receivedInvitationsQuery } from '../teams.invitations.api.ts';
import { ReceivedInvitationCard } from './received-invitation-card.tsx';
import { useAcceptInvitation, useDeclineInvitation } from './use-invitation-answers.ts';

/** The page to which the mail about an invitation leads. People without an account first sign up. */
export function InvitationsPage() {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <SignedOut />;
  return <Invitations key={session.user.id} known={session.user} />;
}

function SignedOut() {
  const next = { next: paths.invitations };
  return (
    <NoticeCard
      title="Team invitations"
      text="Log in to see and answer your invitations. If you have no account yet, sign up with the email address to which the invitation was sent."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to={paths.logIn} search={next} className={buttonStyle('primary', 'lg')}>
            Login
          </Link>
          <Link to={paths.signUp} search={next} className={buttonStyle('secondary', 'lg')}>
            Sign Up
          </Link>
        </div>
      }
    />
  );
}

/** @param known the user from the session, shown while the account loads and when loading fails */
function Invitations({ known }: { known: SessionUser }) {
  const { data: loaded } = useQuery({ ...ownUserQuery(known.id), refetchOnWindowFocus: true });
  const user = loaded ?? known;
  const invitations = useQuery(receivedInvitationsQuery(user.id));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="page-width max-w-3xl pt-10 sm:pt-14">
      <h1 ref={heading} tabIndex={-1} className="text-5xl font-semibold outline-none sm:text-6xl">
        Team invitations
      </h1>
      <VerifyNotice user={user} className="mt-8" />
      <div className="mt-8">
        <Loaded
          data={invitations.data}
          failure={invitations.error && messageOf(invitations.error, 'Failed to load your invitations')}
          onRetry={() => void invitations.refetch()}
          skeleton={<InvitationsSkeleton />}
        >
          {(list) =>
            list.length === 0 ? (
              <NoInvitations user={user} />
            ) : (
              <InvitationList userId={user.id} invitations={list} heading={heading} />
            )
          }
        </Loaded>
      </div>
    </div>
  );
}

function InvitationsSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading your invitations...</span>
      <Skeleton className="h-56 rounded-2xl" />
    </output>
  );
}

function NoInvitations({ user: { username, email, email_verified } }: { user: SessionUser }) {
  const reason = email_verified
    ? `Did an email lead you here? Then the invitation has ended, was withdrawn or is already answered, or it was sent to another account. You are logged in as ${username} (${email}). Ask the team for a new invitation.`
    : `Invitations that were sent to ${email} appear here after you have verified this address.`;
  return (
    <EmptyState
      drawing="envelope"
      title="You have no open invitations"
      hint={<span className="wrap-anywhere">{reason}</span>}
    />
  );
}

interface InvitationListProps {
  userId: number;
  invitations: ReceivedInvitation[];
  heading: RefObject<HTMLHeadingElement | null>;
}

function InvitationList({ userId, invitations, heading }: InvitationListProps) {
  const acceptance = useAcceptInvitation(userId);
  const refusal = useDeclineInvitation(userId);
  const [declining, setDeclining] = useState<ReceivedInvitation>();
  const decline = (invitation: ReceivedInvitation) =>
    refusal.mutate(invitation, { onSettled: () => setDeclining(undefined) });
  return (
    <>
      <ul className="grid gap-6">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <ReceivedInvitationCard
              invitation={invitation}
              accepting={acceptance.isPending && acceptance.variables.id === invitation.id}
              onAccept={() => acceptance.mutate(invitation)}
              onDecline={() => setDeclining(invitation)}
            />
          </li>
        ))}
      </ul>
      {declining && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeclining(undefined)}
          title={`Decline the invitation to ${declining.team_name}?`}
          description="The team is not told by email. It cannot invite you again for a week."
          confirmLabel="Decline"
          busy={refusal.isPending}
          // The button that opened the dialog disappears with its invitation, so the heading gets the focus.
          finalFocus={() => (refusal.isIdle ? null : heading.current)}
          onConfirm={() => decline(declining)}
        />
      )}
    </>
  );
}

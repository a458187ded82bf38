import { getRouteApi } from '@tanstack/react-router';
import { useSession, type SessionUser } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { backToEvent } from './back-to-event.ts';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { PaymentFrame, PaymentMessage, PaymentProblem, SmallPrint, Verifying } from './payment-message.tsx';
import { SeatHeld } from './seat-held.tsx';
import { type PaymentOutcome, usePayment } from './use-payment.ts';

const route = getRouteApi(paths.paymentSuccess);

export function PaymentSuccessPage() {
  const { session_id: sessionId } = route.useSearch();
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (!sessionId) {
    return (
      <PaymentFrame>
        <Unnamed />
      </PaymentFrame>
    );
  }
  if (session.status === 'out') {
    return (
      <PaymentFrame>
        <SignedOut sessionId={sessionId} />
      </PaymentFrame>
    );
  }
  return <Payment sessionId={sessionId} user={session.user} />;
}

/** Shown when the web address contains no id of a checkout session. Trying again would not help. */
function Unnamed() {
  return (
    <PaymentMessage
      tone="bad"
      title="Payment Verification Failed"
      actions={
        <>
          <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
            View My Tickets
          </Link>
          <Link to={paths.support} className={buttonStyle('secondary', 'lg')}>
            Contact Support
          </Link>
        </>
      }
    >
      <p>
        This link does not name a payment. If you have paid, your ticket is in your profile and in your email.
      </p>
      <SmallPrint>No session ID provided</SmallPrint>
    </PaymentMessage>
  );
}

function SignedOut({ sessionId }: { sessionId: string }) {
  return (
    <PaymentMessage
      tone="warn"
      title="Payment Verification Failed"
      actions={
        <Link
          to={paths.logIn}
          search={{ next: `${paths.paymentSuccess}?session_id=${encodeURIComponent(sessionId)}` }}
          className={buttonStyle('primary', 'lg')}
        >
          Login
        </Link>
      }
    >
      <p>Log in with the account that you paid with, and we will check the payment again.</p>
      <SmallPrint>User not authenticated</SmallPrint>
    </PaymentMessage>
  );
}

function Payment({ sessionId, user }: { sessionId: string; user: SessionUser }) {
  const outcome = usePayment(sessionId, user);
  return (
    <PaymentFrame
      aside={
        outcome.state === 'paid' &&
        outcome.ticket && <TicketCard ticket={outcome.ticket} asOf={outcome.asOf} heading="h2" />
      }
    >
      <Outcome outcome={outcome} sessionId={sessionId} />
    </PaymentFrame>
  );
}

function Outcome({ outcome, sessionId }: { outcome: PaymentOutcome; sessionId: string }) {
  switch (outcome.state) {
    case 'verifying':
      return <Verifying />;
    case 'paid':
      return <Paid title={outcome.ticket?.event_title} eventId={outcome.eventId} />;
    case 'unissued':
      return <Unissued sessionId={sessionId} />;
    case 'unpaid':
      return (
        <PaymentProblem tone="warn" sessionId={sessionId} eventId={outcome.eventId}>
          <p>
            You have not been charged so far. If you paid a moment ago, leave this page open: it checks again
            by itself.
          </p>
          {outcome.eventId !== null && <SeatHeld eventId={outcome.eventId} />}
        </PaymentProblem>
      );
    case 'refunded':
      return (
        <PaymentProblem
          title="Payment Refunded"
          tone="warn"
          sessionId={sessionId}
          eventId={outcome.eventId}
          back={outcome.eventId === null ? 'View Events' : 'View Event Details'}
        >
          <p>
            Your money goes back to the card you paid with. That can take a few days. You have no ticket for
            this payment.
          </p>
        </PaymentProblem>
      );
    default:
      return (
        <PaymentProblem sessionId={sessionId} eventId={outcome.eventId}>
          <p>{outcome.message}</p>
        </PaymentProblem>
      );
  }
}

/** @param title the event's title, if it is known */
function Paid({ title, eventId }: { title: string | undefined; eventId: number | null }) {
  return (
    <PaymentMessage
      tone="good"
      title="Payment Successful!"
      actions={
        <>
          <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
            View My Tickets
          </Link>
          {eventId !== null && (
            <Link {...backToEvent(eventId)} className={buttonStyle('secondary', 'lg')}>
              View Event Details
            </Link>
          )}
        </>
      }
    >
      <p>
        Your ticket for {title === undefined ? 'the event' : <strong>{title}</strong>} has been issued and
        sent to your email.
      </p>
    </PaymentMessage>
  );
}

/** Shown when the money has arrived but the ticket has not been issued. The page keeps checking for the ticket. */
function Unissued({ sessionId }: { sessionId: string }) {
  return (
    <PaymentMessage
      tone="warn"
      title="Payment Received"
      actions={
        <>
          <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
            View My Tickets
          </Link>
          <Link
            to={paths.support}
            search={{ session_id: sessionId }}
            className={buttonStyle('secondary', 'lg')}
          >
            Contact Support
          </Link>
        </>
      }
    >
      <p>Your payment has arrived and your ticket is on its way. This page checks again by itself.</p>
    </PaymentMessage>
  );
}

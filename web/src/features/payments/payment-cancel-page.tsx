import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { backToEvent } from './back-to-event.ts';
import { clearCheckoutMarks, findPendingEventId } from './checkout-marks.ts';
import { PaymentFrame, PaymentMessage } from './payment-message.tsx';
import { SeatHeld } from './seat-held.tsx';

export function PaymentCancelPage() {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  return (
    <PaymentFrame>
      <Unpaid userId={session.user?.id ?? null} />
    </PaymentFrame>
  );
}

function Unpaid({ userId }: { userId: number | null }) {
  // Read the id only once, because the effect below deletes it.
  const [eventId] = useState(findPendingEventId);
  useEffect(() => {
    if (userId !== null && eventId !== null) clearCheckoutMarks(userId, eventId, false);
  }, [userId, eventId]);
  return (
    <PaymentMessage
      tone="warn"
      title="Payment not completed"
      actions={
        <>
          {eventId === null ? (
            <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
              View Events
            </Link>
          ) : (
            <Link {...backToEvent(eventId)} className={buttonStyle('primary', 'lg')}>
              Back to the event
            </Link>
          )}
          <Link to={paths.profile} className={buttonStyle('secondary', 'lg')}>
            View My Tickets
          </Link>
        </>
      }
    >
      <p>Your payment was not completed. Please try again when you&apos;re ready to purchase.</p>
      {eventId !== null && userId !== null && <SeatHeld eventId={eventId} />}
    </PaymentMessage>
  );
}

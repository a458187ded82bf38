import { useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { listKnownOrders } from '../../payments/known-orders.ts';

/** A link to the event's newest order that this device knows, which may still wait for its payment. */
export function KnownOrderLink({ eventId }: { eventId: number }) {
  const { status } = useSession();
  // The server does not know which orders this device has stored, so the link appears after hydration.
  const known = status === 'unknown' ? undefined : listKnownOrders().find((one) => one.eventId === eventId);
  if (!known) return null;
  return (
    <p className="mt-3">
      You have ordered tickets for this event.{' '}
      <Link
        to={paths.order}
        params={{ number: known.number }}
        className="font-semibold underline underline-offset-4"
      >
        Show my order
      </Link>
    </p>
  );
}

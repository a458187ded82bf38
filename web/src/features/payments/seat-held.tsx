import { useSite } from '../../layout/use-site.ts';
import { formatTime } from '../../format/dates.ts';
import { useMyRegistration } from '../registrations/use-my-registration.ts';

/**
 * Says until when the buyer's unpaid seat is held, and how to keep the seat or give it back. Shows nothing
 * when no seat is held.
 */
export function SeatHeld({ eventId }: { eventId: number }) {
  const { timeZone } = useSite();
  const until = useMyRegistration(eventId).registration?.hold_expires_at;
  if (!until) return null;
  return (
    <p className="mt-2">
      Your seat is held until {formatTime(until, timeZone)}. Before then, complete the purchase or release the
      seat on the event&apos;s page.
    </p>
  );
}

import { useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { eventParams, paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import type { FoyerEvent } from '../events.api.ts';
import type { Offers } from './events.choice.api.ts';
import { findFewest, findMost, writeTickets } from './ticket-choice.ts';

/**
 * Opens the list of tickets on the page of an event with one ticket type. Guests need the list to buy without an
 * account, and users need it to buy several tickets.
 */
export function ChoiceLink({ event, offers }: { event: FoyerEvent; offers: Offers | null }) {
  const { status } = useSession();
  const key = useEventKey();
  const [offer] = offers?.ticket_types ?? [];
  const isSignedIn = status === 'in';
  if (!offer || findMost(offer) <= (isSignedIn ? 1 : 0)) return null;
  const tickets = writeTickets({ [offer.id]: isSignedIn ? 2 : findFewest(offer) });
  return (
    // Before hydration it is not known who is signed in. So the page contains the link for guests, which CSS hides as
    // soon as somebody is signed in.
    <p data-for={isSignedIn ? 'in' : 'out'} className="mt-3 text-center">
      <Link
        to={paths.event}
        params={eventParams({ ...event, key })}
        search={{ key, tickets }}
        // Keep the list that Back to Events leads to.
        state
        replace
        resetScroll={false}
        className={
          isSignedIn
            ? 'inline-flex min-h-8 items-center text-ink-soft underline underline-offset-4 hover:text-ink'
            : `${buttonStyle('secondary')} w-full`
        }
      >
        {isSignedIn ? 'Get several tickets' : 'Continue as guest'}
      </Link>
    </p>
  );
}

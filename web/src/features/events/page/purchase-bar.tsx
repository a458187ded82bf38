import { useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { eventPath, paths } from '../../../paths.ts';
import { BottomBar } from '../../../ui/bottom-bar.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BarPrice } from '../choice/bar-price.tsx';
import type { FoyerEvent } from '../events.api.ts';
import { decideEventAction, type EventAction, isOpen } from './event-action.ts';
import type { EventViewProps } from './event-view.tsx';
import type { Purchase } from './use-purchase.ts';

// Visitors do not see this button.
const EventActionButton = lazyPart(async () => (await import('./event-action-button.tsx')).EventActionButton);

export type PurchaseProps = Purchase & Pick<EventViewProps, 'event' | 'asOf'>;

/** On a phone, the price and the button that opens the sale stay at the bottom of the window. */
export function PurchaseBar({ event, asOf, user, action }: PurchaseProps) {
  const { status } = useSession();
  const visitorAction = decideEventAction(event, null, asOf);
  if (status !== 'in' && isOpen(visitorAction)) {
    return (
      <div data-for="out">
        <BottomBar>
          <BarPrice event={event} />
          <LogInLink event={event} action={visitorAction} className="flex-1" />
        </BottomBar>
      </div>
    );
  }
  if (!user || !startsSale(action)) return null;
  return (
    <BottomBar>
      <BarPrice event={event} />
      <EventActionButton
        eventId={event.id}
        action={action}
        user={user}
        size="lg"
        className="flex-1"
        fallback={<Skeleton className="h-13 flex-1 rounded-full" />}
      />
    </BottomBar>
  );
}

/** Whether the button of this action stands in the bar. */
export function startsSale(action: EventAction | null): action is 'register' | 'buy' {
  return action === 'register' || action === 'buy';
}

/** After logging in, visitors return to this page. */
export function LogInLink({
  event,
  action,
  className,
}: {
  event: FoyerEvent;
  action: EventAction;
  className: string;
}) {
  const key = useEventKey();
  return (
    <Link
      to={paths.logIn}
      search={{ next: eventPath({ id: event.id, key }) }}
      className={`${buttonStyle('primary', 'lg')} ${className}`}
    >
      {action === 'buy' ? 'Log in to buy a ticket' : 'Log in to register'}
    </Link>
  );
}

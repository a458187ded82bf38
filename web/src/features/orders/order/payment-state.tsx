import { useQuery } from '@tanstack/react-query';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { orderStateQuery } from './orders.state.api.ts';
import { describeState } from './order-state-words.ts';
import { LogInOrSeeTickets, SeeYourMail } from './see-your-mail.tsx';

interface PaymentStateProps {
  number: string;
  /** The id of the payment session, from the address that the payment page led back to. */
  sessionId: string;
  isSignedIn: boolean;
}

/**
 * Says whether an order is paid, and nothing else about the order. Shown to people who paid in another browser, where
 * they are not signed in and do not have the key of the order.
 */
export function PaymentState({ number, sessionId, isSignedIn }: PaymentStateProps) {
  const state = useQuery(orderStateQuery(number, sessionId));
  if (state.isPending) return <PageSkeleton />;
  if (state.error instanceof CallError && state.error.status === 404) {
    return <SeeYourMail number={number} isSignedIn={isSignedIn} />;
  }
  if (!state.data) {
    return (
      <div className="page-width py-14">
        <ErrorState
          message={messageOf(state.error, 'We could not check the payment.')}
          onRetry={() => void state.refetch()}
        />
      </div>
    );
  }
  return (
    // Screen readers hear when the payment has arrived.
    <output className="block">
      <NoticeCard
        {...describeState(state.data)}
        action={
          state.data === 'held' ? (
            <Button size="lg" busy={state.isFetching} onClick={() => void state.refetch()}>
              Check again
            </Button>
          ) : (
            <LogInOrSeeTickets number={number} isSignedIn={isSignedIn} />
          )
        }
      />
    </output>
  );
}

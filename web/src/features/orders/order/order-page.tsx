import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { rememberOrder } from '../../payments/known-orders.ts';
import { type OrderAddress, orderQuery } from '../orders.api.ts';
import { OrderView } from './order-view.tsx';
import { useOrderAddress } from './use-order-address.ts';
import { usePaymentArrival } from './use-payment-arrival.ts';

const route = getRouteApi(paths.order);

export function OrderPage() {
  const number = route.useParams().number.toUpperCase();
  const session = useSession();
  const address = useOrderAddress(number);
  if (!address || session.status === 'unknown') return <PageSkeleton />;
  return (
    <OpenedOrder key={`${number} ${session.user?.id}`} address={address} userId={session.user?.id ?? 0} />
  );
}

function OpenedOrder({ address, userId }: { address: OrderAddress; userId: number }) {
  const { from } = route.useSearch();
  const order = useQuery(orderQuery(address, userId));
  const isArriving = usePaymentArrival(address, { order: order.data, isReturning: from === 'payment' });
  const eventId = order.data?.event_id;
  useEffect(() => {
    if (eventId !== undefined) rememberOrder({ number: address.number, eventId });
  }, [address.number, eventId]);
  if (order.data) {
    return (
      <OrderView order={order.data} address={address} isArriving={isArriving} asOf={order.dataUpdatedAt} />
    );
  }
  if (order.isPending) return <PageSkeleton />;
  if (order.error instanceof CallError && order.error.status === 404) {
    return <SeeYourMail hasPaid={from === 'payment'} isSignedIn={userId !== 0} />;
  }
  return (
    <div className="page-width py-14">
      <ErrorState
        message={messageOf(order.error, 'We could not load this order.')}
        onRetry={() => void order.refetch()}
      />
    </div>
  );
}

/** Shown to people who are not signed in as the buyer and do not have the key of the order. */
function SeeYourMail({ hasPaid, isSignedIn }: { hasPaid: boolean; isSignedIn: boolean }) {
  const { number } = route.useParams();
  return (
    <NoticeCard
      title={hasPaid ? 'Thank you' : 'See your mail'}
      text={
        hasPaid
          ? 'We send your tickets by email as soon as the payment has arrived. The mail has a link that opens your order.'
          : 'This order opens from the link in the email that we sent to its buyer. If you ordered with an account, log in to that account.'
      }
      action={
        isSignedIn ? (
          <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
            Show my tickets
          </Link>
        ) : (
          <Link
            to={paths.logIn}
            search={{ next: `/orders/${number}` }}
            className={buttonStyle('primary', 'lg')}
          >
            Log in
          </Link>
        )
      }
    />
  );
}

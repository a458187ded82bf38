import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { rememberOrder } from '../../payments/known-orders.ts';
import { type OrderAddress, orderQuery } from '../orders.api.ts';
import { OrderView } from './order-view.tsx';
import { PaymentState } from './payment-state.tsx';
import { SeeYourMail } from './see-your-mail.tsx';
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
  const { from, session_id: sessionId } = route.useSearch();
  const order = useQuery(orderQuery(address, userId));
  const arrival = usePaymentArrival(address, { order: order.data, isReturning: from === 'payment' });
  const eventId = order.data?.event_id;
  useEffect(() => {
    if (eventId !== undefined) rememberOrder({ number: address.number, eventId });
  }, [address.number, eventId]);
  // Another browser may have ended the key of this order, so this comes before an order that was read earlier.
  if (order.error instanceof CallError && order.error.status === 404) {
    return sessionId === undefined ? (
      <SeeYourMail number={address.number} isSignedIn={userId !== 0} />
    ) : (
      <PaymentState number={address.number} sessionId={sessionId} isSignedIn={userId !== 0} />
    );
  }
  if (order.data) {
    return <OrderView order={order.data} address={address} arrival={arrival} asOf={order.dataUpdatedAt} />;
  }
  if (order.isPending) return <PageSkeleton />;
  return (
    <div className="page-width py-14">
      <ErrorState
        message={messageOf(order.error, 'We could not load this order.')}
        onRetry={() => void order.refetch()}
      />
    </div>
  );
}

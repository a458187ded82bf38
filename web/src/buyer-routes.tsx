import { readEventName } from '@foyer/contract/text/event-address.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { offersQuery } from './features/events/choice/events.choice.api.ts';
import { eventQuery } from './features/events/events.api.ts';
import { secretHead } from './layout/page-head.ts';
import { loadForServer, loadQuery } from './load-query.ts';
import { missing } from './other-pages.ts';
import { paths, readWanted } from './paths.ts';
import { rootRoute } from './root-route.tsx';

const checkout = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.checkout,
  validateSearch: readWanted,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { queryClient }, params, deps: { key } }) => {
    const eventId = readEventName(params.id);
    if (eventId === null) throw missing();
    const query = eventQuery(eventId, key);
    await loadForServer(
      Promise.all([
        loadQuery(queryClient, query),
        // The page's own query tries again.
        loadQuery(queryClient, offersQuery({ eventId, key })).catch(() => null),
      ]),
    );
    return { isMissing: queryClient.getQueryData(query.queryKey) === null };
  },
  head: () => secretHead('Checkout · Foyer'),
  component: lazyRouteComponent(() => import('./features/orders/checkout/checkout-page.tsx'), 'CheckoutPage'),
  staticData: { page: 'features/orders/checkout/checkout-page.tsx' },
});

const order = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.order,
  validateSearch: readReturn,
  head: () => secretHead('Your order · Foyer'),
  component: lazyRouteComponent(() => import('./features/orders/order/order-page.tsx'), 'OrderPage'),
});

const heldTicket = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.heldTicket,
  head: () => secretHead('Your ticket · Foyer'),
  component: lazyRouteComponent(() => import('./features/orders/holder/holder-page.tsx'), 'HolderPage'),
});

export const buyerRoutes = [checkout, order, heldTicket];

/** Reads whether the buyer comes back from the payment page. */
function readReturn({ from, session_id }: Record<string, unknown>): {
  from?: 'payment';
  session_id?: string;
} {
  return {
    from: from === 'payment' ? from : undefined,
    session_id: typeof session_id === 'string' && /^[\w-]{1,200}$/.test(session_id) ? session_id : undefined,
  };
}

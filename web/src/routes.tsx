import { readEventName } from '@foyer/contract/text/event-address.ts';
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { adminRoutes } from './admin-routes.tsx';
import { readNextPath } from './features/auth/next-path.ts';
import { eventHead } from './features/events/page/event-head.ts';
import {
  categoriesQuery,
  eventListQuery,
  eventQuery,
  featuredEventsQuery,
} from './features/events/events.api.ts';
import { offersQuery } from './features/events/choice/events.choice.api.ts';
import { eventsHead } from './features/events/browse/events-head.ts';
import { completeView, readEventsSearch } from './features/events/browse/events-search.ts';
import { buyerRoutes } from './buyer-routes.tsx';
import { linkRoutes } from './link-routes.tsx';
import { loadForServer, loadQuery } from './load-query.ts';
import { organiserRoutes } from './organiser-routes.tsx';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { eventParams, paths, readWanted } from './paths.ts';
import { rootRoute as root } from './root-route.tsx';

const landing = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  loader: ({ context }) => loadForServer(loadQuery(context.queryClient, featuredEventsQuery)),
  head: ({ match }) =>
    pageHead({
      title: 'Foyer · Local, tech and community events',
      description:
        'Discover local, tech and community events, register in a minute and walk in with a ticket.',
      canonical: `${match.context.site.origin}/`,
      feed: {},
    }),
  component: lazyRouteComponent(() => import('./features/landing/landing-page.tsx'), 'LandingPage'),
  staticData: { page: 'features/landing/landing-page.tsx' },
});

const events = createRoute({
  getParentRoute: () => root,
  path: paths.events,
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => completeView(search),
  loader: async ({ context: { queryClient }, deps: view }) => {
    await loadForServer(
      Promise.all([loadQuery(queryClient, eventListQuery(view)), loadQuery(queryClient, categoriesQuery)]),
    );
    const list = queryClient.getQueryData(eventListQuery(view).queryKey);
    return { isMissing: list !== undefined && view.page > Math.max(1, list.total_pages) };
  },
  head: ({ match: { search, context } }) =>
    eventsHead(
      completeView(search),
      context.queryClient.getQueryData(categoriesQuery.queryKey),
      context.site,
    ),
  component: lazyRouteComponent(() => import('./features/events/browse/events-page.tsx'), 'EventsPage'),
  staticData: { page: 'features/events/browse/events-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load events" />,
});

const event = createRoute({
  getParentRoute: () => root,
  path: paths.event,
  validateSearch: readWanted,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { queryClient }, params: { id: name }, deps: { key }, location }) => {
    const id = readEventName(name);
    if (id === null) throw missing();
    const query = eventQuery(id, key);
    // If the ticket types cannot be loaded, the page sells tickets as for a single type, and its own query tries
    // again.
    const loading = loadQuery(queryClient, offersQuery({ eventId: id, key })).catch(() => null);
    const found = await loadQuery(queryClient, query);
    const offers = await loading;
    if (found) {
      const right = eventParams({ ...found, key }).id;
      // A wrong or old name leads to the right one. Links inside of Foyer are right, so the browser need not check.
      if (typeof window === 'undefined' && name !== right && name !== String(id)) {
        throw permanent(`/events/${right}${location.searchStr}`);
      }
      return { event: found, offers };
    }
    // Do not cache in the browser that the event was not found, because the event may be published at any moment. The
    // server caches the result, because hydration needs the same data.
    if (typeof window !== 'undefined') queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
    throw missing();
  },
  head: ({ loaderData, match }) => eventHead(loaderData, match.context.site),
  component: lazyRouteComponent(() => import('./features/events/page/event-page.tsx'), 'EventPage'),
  staticData: { page: 'features/events/page/event-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load event" />,
  notFoundComponent: lazyRouteComponent(
    () => import('./features/events/page/event-missing.tsx'),
    'EventMissing',
  ),
});

const logIn = createRoute({
  getParentRoute: () => root,
  path: paths.logIn,
  validateSearch: readNext,
  head: () => pageHead({ title: 'Login · Foyer' }),
  component: lazyRouteComponent(() => import('./features/auth/login-page.tsx'), 'LoginPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: paths.signUp,
  validateSearch: readNext,
  head: () => pageHead({ title: 'Sign Up · Foyer' }),
  component: lazyRouteComponent(() => import('./features/auth/signup-page.tsx'), 'SignupPage'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: paths.profile,
  head: () => pageHead({ title: 'Your Profile · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
});

const security = createRoute({
  getParentRoute: () => root,
  path: paths.security,
  head: () => pageHead({ title: 'Account security · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/profile/security/security-page.tsx'),
    'SecurityPage',
  ),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: paths.invitations,
  head: () => pageHead({ title: 'Team invitations · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/teams/invitations/invitations-page.tsx'),
    'InvitationsPage',
  ),
});

const paymentSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.paymentSuccess,
  validateSearch: readSessionId,
  head: () => pageHead({ title: 'Your payment · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/payments/payment-success-page.tsx'),
    'PaymentSuccessPage',
  ),
});

const paymentCancel = createRoute({
  getParentRoute: () => root,
  path: paths.paymentCancel,
  head: () => pageHead({ title: 'Your payment · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/payments/payment-cancel-page.tsx'),
    'PaymentCancelPage',
  ),
});

const support = createRoute({
  getParentRoute: () => root,
  path: paths.support,
  validateSearch: readSessionId,
  head: () => pageHead({ title: 'Support · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/support/support-page.tsx'), 'SupportPage'),
});

/**
 * Matches unknown web addresses. The not-found page has a route of its own, because only a route can set a title.
 */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  loader: () => {
    throw missing();
  },
  head: () => pageHead({ title: 'Page not found · Foyer', hidden: true }),
});

export const routeTree = root.addChildren([
  landing,
  events,
  event,
  logIn,
  signUp,
  profile,
  security,
  invitations,
  paymentSuccess,
  paymentCancel,
  support,
  ...organiserRoutes,
  ...adminRoutes,
  ...buyerRoutes,
  ...linkRoutes,
  unknown,
]);

function readNext({ next }: Record<string, unknown>): { next?: string } {
  return { next: readNextPath(next) };
}

function readSessionId({ session_id }: Record<string, unknown>): { session_id?: string } {
  return { session_id: typeof session_id === 'string' && session_id !== '' ? session_id : undefined };
}

/** Makes the object that loaders throw when a page has another address. */
function permanent(href: string): unknown {
  return redirect({ href, statusCode: 301 });
}

/** Makes the object that loaders throw for a missing page. The router expects an object that is no `Error`. */
function missing(): unknown {
  return notFound();
}

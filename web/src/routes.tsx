import { readEventName } from '@foyer/contract/text/event-address.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoutes } from './admin-routes.tsx';
import { readNextPath } from './features/auth/next-path.ts';
import { categoriesQuery, eventListQuery, eventQuery } from './features/events/events.api.ts';
import { offersQuery } from './features/events/choice/events.choice.api.ts';
import { readCalendarSearch } from './features/events/calendar/calendar-search.ts';
import { completeView, findShownCategory, readEventsSearch } from './features/events/browse/events-search.ts';
import { buyerRoutes } from './buyer-routes.tsx';
import { linkRoutes } from './link-routes.tsx';
import { loadForServer, loadQuery } from './load-query.ts';
import { organiserRoutes } from './organiser-routes.tsx';
import { missing, permanent } from './other-pages.ts';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { eventParams, paths, readWanted } from './paths.ts';
import { rootRoute as root } from './root-route.tsx';
import { teamRoutes } from './team-routes.tsx';

const landing = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  loader: async ({ context }) => {
    // No other page needs this code.
    const { landingQuery } = await import('./features/landing/landing.api.ts');
    await loadForServer(loadQuery(context.queryClient, landingQuery));
  },
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
  loader: async ({ context: { queryClient, site }, deps: view }) => {
    // No other page needs this code.
    const { eventsHead } = await import('./features/events/browse/events-head.ts');
    await loadForServer(
      Promise.all([loadQuery(queryClient, eventListQuery(view)), loadQuery(queryClient, categoriesQuery)]),
    );
    const list = queryClient.getQueryData(eventListQuery(view).queryKey);
    const categories = queryClient.getQueryData(categoriesQuery.queryKey);
    return {
      isMissing: list !== undefined && view.page > Math.max(1, list.total_pages),
      head: eventsHead(view, categories, site),
    };
  },
  head: ({ loaderData }) => loaderData?.head ?? pageHead({ title: 'Events · Foyer' }),
  component: lazyRouteComponent(() => import('./features/events/browse/events-page.tsx'), 'EventsPage'),
  staticData: { page: 'features/events/browse/events-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load events" />,
});

const eventsCalendar = createRoute({
  getParentRoute: () => root,
  path: paths.eventsCalendar,
  validateSearch: readCalendarSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, site }, deps: search }) => {
    // No other public page needs this code.
    const { calendarQuery } = await import('./features/events/calendar/events.calendar.api.ts');
    await loadForServer(
      Promise.all([
        loadQuery(queryClient, calendarQuery(search, site.timeZone)),
        loadQuery(queryClient, categoriesQuery),
      ]),
    );
    const categories = queryClient.getQueryData(categoriesQuery.queryKey);
    return { feed: { category: findShownCategory(categories, search.category)?.id } };
  },
  head: ({ match, loaderData }) =>
    pageHead({
      title: 'Calendar of events · Foyer',
      description: 'What is on, month by month.',
      canonical: match.context.site.origin + paths.eventsCalendar,
      feed: loaderData?.feed ?? {},
    }),
  component: lazyRouteComponent(() => import('./features/events/calendar/calendar-page.tsx'), 'CalendarPage'),
  staticData: { page: 'features/events/calendar/calendar-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load events" />,
});

const event = createRoute({
  getParentRoute: () => root,
  path: paths.event,
  validateSearch: readWanted,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { queryClient, site }, params: { id: name }, deps: { key }, location }) => {
    const id = readEventName(name);
    if (id === null) throw missing();
    const query = eventQuery(id, key);
    // If the ticket types cannot be loaded, the page sells tickets as for a single type, and its own query tries
    // again.
    const loading = loadQuery(queryClient, offersQuery({ eventId: id, key })).catch(() => null);
    const found = await loadQuery(queryClient, query);
    const more = found && loadForServer(loadMore(queryClient, found.team_id));
    const offers = await loading;
    if (found) {
      await more;
      const right = eventParams({ ...found, key }).id;
      // A wrong or old name leads to the right one. Links inside of Foyer are right, so the browser need not check.
      if (typeof window === 'undefined' && name !== right && name !== String(id)) {
        throw permanent(`/events/${right}${location.searchStr}`);
      }
      // No other page needs this code.
      const { eventHead } = await import('./features/events/page/event-head.ts');
      return { head: eventHead({ event: found, offers }, site) };
    }
    // Do not cache in the browser that the event was not found, because the event may be published at any moment. The
    // server caches the result, because hydration needs the same data.
    if (typeof window !== 'undefined') queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
    throw missing();
  },
  head: ({ loaderData }) => loaderData?.head ?? pageHead({ title: 'Event not found · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/events/page/event-page.tsx'), 'EventPage'),
  staticData: { page: 'features/events/page/event-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load event" />,
  notFoundComponent: lazyRouteComponent(
    () => import('./features/events/page/event-missing.tsx'),
    'EventMissing',
  ),
});

/** Loads the other events of the team, without which the page of an event is complete enough. */
async function loadMore(queryClient: QueryClient, team: number | null): Promise<void> {
  if (team === null) return;
  const { nextOfHostQuery } = await import('./features/events/events.next.api.ts');
  await loadQuery(queryClient, nextOfHostQuery(team)).catch(() => null);
}

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
  validateSearch: readSignUp,
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

const tickets = createRoute({
  getParentRoute: () => root,
  path: paths.tickets,
  head: () => pageHead({ title: 'My tickets · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/profile/tickets/tickets-page.tsx'), 'TicketsPage'),
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

/** The server has this page in development only. */
const gallery = createRoute({
  getParentRoute: () => root,
  path: paths.gallery,
  component: lazyRouteComponent(() => import('./features/gallery/gallery-page.tsx'), 'GalleryPage'),
});

/** The path of the route that matches all addresses without a page. */
export const unknownPath = '$';

/**
 * Matches unknown web addresses. The not-found page has a route of its own, because only a route can set a title.
 */
const unknown = createRoute({
  getParentRoute: () => root,
  path: unknownPath,
  loader: () => {
    throw missing();
  },
  head: () => pageHead({ title: 'Page not found · Foyer', hidden: true }),
});

export const routeTree = root.addChildren([
  landing,
  events,
  eventsCalendar,
  event,
  logIn,
  signUp,
  profile,
  security,
  tickets,
  invitations,
  paymentSuccess,
  paymentCancel,
  support,
  gallery,
  ...organiserRoutes,
  ...adminRoutes,
  ...buyerRoutes,
  ...linkRoutes,
  ...teamRoutes,
  unknown,
]);

function readNext({ next }: Record<string, unknown>): { next?: string } {
  return { next: readNextPath(next) };
}

/** Whether the visitor wants to hold events, so that the form asks for a team too. */
function readSignUp(search: Record<string, unknown>): { next?: string; organiser?: true } {
  return { ...readNext(search), organiser: String(search.organiser) === 'true' || undefined };
}

function readSessionId({ session_id }: Record<string, unknown>): { session_id?: string } {
  return { session_id: typeof session_id === 'string' && session_id !== '' ? session_id : undefined };
}

import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, Outlet } from '@tanstack/react-router';
import { EventPage } from './features/events/event-page.tsx';
import { eventHead } from './features/events/event-head.ts';
import { EventMissing } from './features/events/event-missing.tsx';
import {
  categoriesQuery,
  eventListQuery,
  eventQuery,
  featuredEventsQuery,
} from './features/events/events.api.ts';
import { EventsPage } from './features/events/events-page.tsx';
import { completeView, readEventsSearch } from './features/events/events-search.ts';
import { LandingPage } from './features/landing/landing-page.tsx';
import { Document } from './layout/document.tsx';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { Shell } from './layout/shell.tsx';
import { paths } from './paths.ts';
import type { Assets, Site } from './site.ts';

interface RouterContext {
  queryClient: QueryClient;
  site: Site;
  assets: Assets;
}

const root = createRootRouteWithContext<RouterContext>()({
  head: () =>
    pageHead({ title: 'Foyer', description: 'Discover local, tech and community events near you.' }),
  component: function Root() {
    const assets = root.useRouteContext({ select: (context) => context.assets });
    return (
      <Document assets={assets}>
        <Shell>
          <Outlet />
        </Shell>
      </Document>
    );
  },
});

const landing = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  loader: ({ context }) => loadForServer(context.queryClient.ensureQueryData(featuredEventsQuery)),
  head: ({ match }) =>
    pageHead({
      title: 'Foyer · Local, tech and community events',
      description:
        'Discover local, tech and community events, register in a minute and walk in with a ticket.',
      canonical: `${match.context.site.origin}/`,
    }),
  component: LandingPage,
});

const events = createRoute({
  getParentRoute: () => root,
  path: paths.events,
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => completeView(search),
  loader: ({ context: { queryClient }, deps: view }) =>
    loadForServer(
      Promise.all([
        queryClient.ensureQueryData(eventListQuery(view, '')),
        queryClient.ensureQueryData(categoriesQuery),
      ]),
    ),
  head: ({ match }) =>
    pageHead({
      title: 'Events · Foyer',
      description:
        'What is on: concerts, workshops, meetups and more. Search, filter and find your next event.',
      canonical: `${match.context.site.origin}/events`,
    }),
  component: EventsPage,
});

const event = createRoute({
  getParentRoute: () => root,
  path: paths.event,
  loader: async ({ context, params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
    const found = await context.queryClient.ensureQueryData(eventQuery(Number(id)));
    if (!found) throw notFound();
    return found;
  },
  head: ({ loaderData, match }) => eventHead(loaderData, match.context.site),
  component: EventPage,
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load event" />,
  notFoundComponent: EventMissing,
});

export const routeTree = root.addChildren([landing, events, event]);

/** The server waits for a page's data; the browser shows the page at once, which has its own skeletons. */
async function loadForServer(loading: Promise<unknown>): Promise<void> {
  if (typeof window === 'undefined') await loading;
  // The page's own query reports the failure.
  else loading.catch(() => undefined);
}

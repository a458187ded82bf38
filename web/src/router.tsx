import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from './layout/page-error.tsx';
import { PendingPage } from './layout/page-skeleton.tsx';
import { NotFoundPage } from './layout/not-found-page.tsx';
import type { PublicPage } from './public-pages.ts';
import { routeTree } from './routes.tsx';
import type { Assets, Site } from './site.ts';

export interface RouterInputs {
  queryClient: QueryClient;
  site: Site;
  assets: Assets;
  /** Given only on the server. In the browser, the router uses the browser's history. */
  history?: RouterHistory;
}

/** One router per page request on the server, one per tab in the browser. */
export function createFoyerRouter({ queryClient, site, assets, history }: RouterInputs) {
  let hasMoved = false;
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient, site, assets },
    origin: site.origin,
    defaultPreload: 'intent',
    // The router must not cache preloaded data itself: React Query decides which data are fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    defaultViewTransition: typeof window !== 'undefined' && chooseTransition(),
    // On the server this option would write an inline script, which our Content-Security-Policy forbids.
    // A visitor may have scrolled the first page before its scripts came. It then stays where it is.
    scrollRestoration: typeof window !== 'undefined' && (() => hasMoved || scrollY === 0),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
    // What a page does not know, such as the `fbclid` of each visitor from Facebook, is no part of its address.
    search: { strict: true },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    hasMoved ||= fromLocation !== undefined;
  });
  return router;
}

/**
 * Pages blend into each other, except for users who want no motion, and after a swipe, which the browser itself has
 * animated. The same page does not blend with itself, for example while the user types a search, so browsers that
 * cannot choose per navigation show no transitions.
 */
function chooseTransition(): false | { types: (change: PageChange) => string[] | false } {
  if (!CSS.supports('selector(:active-view-transition-type(page))')) return false;
  const wantsNoMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let isAnimated = false;
  addEventListener('popstate', ({ hasUAVisualTransition }) => {
    isAnimated = hasUAVisualTransition;
  });
  return {
    types: ({ fromLocation, pathChanged }) => {
      const wasAnimated = isAnimated;
      isAnimated = false;
      return fromLocation !== undefined && pathChanged && !wasAnimated && !wantsNoMotion.matches && ['page'];
    },
  };
}

interface PageChange {
  /** Undefined for the first page. */
  fromLocation?: object | undefined;
  pathChanged: boolean;
}

/** Writes values as plain text. The router's default would write them as JSON, such as `?q=%225%22`. */
function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'number' || value === true || (typeof value === 'string' && value)
      ? [[name, String(value)]]
      : [],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The source of a public page's component, so that the document can load it beside the main script. */
    page?: PublicPage;
  }

  interface Register {
    router: ReturnType<typeof createFoyerRouter>;
  }
}

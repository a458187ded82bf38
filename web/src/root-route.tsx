import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { Document } from './layout/document.tsx';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { Shell } from './layout/shell.tsx';
import type { Assets, Site } from './site.ts';

interface RouterContext {
  queryClient: QueryClient;
  site: Site;
  assets: Assets;
}

/** Around every page: the document and the shell. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  head: () =>
    pageHead({ title: 'Foyer', description: 'Discover local, tech and community events near you.' }),
  component: function Root() {
    // From the router and not from the match: a page that failed is rendered without its scripts.
    const { assets } = useRouter().options.context;
    return (
      <Document assets={assets}>
        <Shell>
          <Outlet />
        </Shell>
      </Document>
    );
  },
  // The shell itself broke: what is left is the document and a way to load it again.
  errorComponent: function BrokenRoot({ error }) {
    const { assets } = useRouter().options.context;
    return (
      <Document assets={assets}>
        <PageError error={error} />
      </Document>
    );
  },
});

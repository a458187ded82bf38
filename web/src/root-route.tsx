import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { loadAllStyles } from './all-styles.ts';
import { DutyGate } from './features/profile/security/duty-gate.tsx';
import { Document } from './layout/document.tsx';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { Shell } from './layout/shell.tsx';
import type { Assets, Site } from './site.ts';

interface RouterContext {
  queryClient: QueryClient;
  site: Site;
  assets: Assets;
  css?: string | undefined;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  head: () =>
    pageHead({ title: 'Foyer', description: 'Discover local, tech and community events near you.' }),
  beforeLoad: ({ matches, context }) =>
    matches.some(({ staticData }) => staticData.page) ? undefined : loadAllStyles(context.assets),
  component: function Root() {
    // Use the assets of the router, not of the route, because the server removes the scripts of a failed page only
    // there.
    const { assets, css } = useRouter().options.context;
    return (
      <Document assets={assets} css={css}>
        <Shell>
          <DutyGate>
            <Outlet />
          </DutyGate>
        </Shell>
      </Document>
    );
  },
  // The shell itself failed, so only the document and a link to reload are shown.
  errorComponent: function BrokenRoot({ error }) {
    const { assets, css } = useRouter().options.context;
    return (
      <Document assets={assets} css={css}>
        <PageError error={error} />
      </Document>
    );
  },
});

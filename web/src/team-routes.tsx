import { readTeamName } from '@foyer/contract/text/team-address.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTeamSearch } from './features/events/host/team-search.ts';
import { PageError } from './layout/page-error.tsx';
import { pageHead } from './layout/page-head.ts';
import { loadQuery } from './load-query.ts';
import { missing, permanent } from './other-pages.ts';
import { paths, teamParams } from './paths.ts';
import { rootRoute } from './root-route.tsx';

const team = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.team,
  validateSearch: readTeamSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, site }, params: { id: name }, deps: search, location }) => {
    const id = readTeamName(name);
    if (id === null) throw missing();
    const isServer = typeof window === 'undefined';
    // Every page has the routes, and only this page needs the queries and the head of a team.
    const { hostQuery, hostedEventsQuery, isBehind } =
      await import('./features/events/host/events.host.api.ts');
    const { page = 1, past = 1 } = search;
    const queries = [hostedEventsQuery(id, 'coming', page), hostedEventsQuery(id, 'past', past)];
    // The page's own queries show an error, and try again.
    const lists = queries.map((query) => loadQuery(queryClient, query).catch(() => null));
    const found = await loadQuery(queryClient, hostQuery(id));
    if (!found) {
      // The browser asks again at the next visit.
      if (!isServer) queryClient.removeQueries({ queryKey: hostQuery(id).queryKey, exact: true });
      throw missing();
    }
    const right = teamParams(found).id;
    if (isServer && name !== right && name !== String(id)) {
      throw permanent(`/teams/${right}${location.searchStr}`);
    }
    // The browser shows the page before its lists have loaded, but at first it has those of the server.
    const [coming = null, old = null] = isServer
      ? await Promise.all(lists)
      : queries.map(({ queryKey }) => queryClient.getQueryData(queryKey) ?? null);
    const isMissing = isBehind(coming, page) || isBehind(old, past);
    const { teamHead } = await import('./features/events/host/team-head.ts');
    return { team: found, isMissing, head: teamHead(found, isMissing ? {} : search, site) };
  },
  head: ({ loaderData }) => loaderData?.head ?? pageHead({ title: 'Team not found · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/events/host/team-page.tsx'), 'TeamPage'),
  staticData: { page: 'features/events/host/team-page.tsx' },
  errorComponent: ({ error }) => <PageError error={error} fallback="Failed to load team" />,
  notFoundComponent: lazyRouteComponent(
    () => import('./features/events/host/team-missing.tsx'),
    'TeamMissing',
  ),
});

export const teamRoutes = [team];

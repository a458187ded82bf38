import { AsyncLocalStorage } from 'node:async_hooks';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { provideTransport, type Transport } from './api/transport.ts';
import { createQueryClient } from './api/query-client.ts';
import { bootScript } from './layout/document.tsx';
import { writePageState } from './page-state.ts';
import { createFoyerRouter } from './router.tsx';
import { unknownPath } from './routes.tsx';
import type { Assets, BuiltAssets, ColdStartSetting, Site } from './site.ts';

export interface RenderOptions {
  /** Scheme and host of the site, without a slash at the end. */
  origin: string;
  /** Answers API calls to web addresses below `origin`. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  assets: BuiltAssets;
  coldStartNotice: ColdStartSetting;
  supportContact: string | null;
  passwordMinLength: number;
  /** The IANA name of the time zone in which pages show times. */
  timeZone?: string;
}

export interface RenderedPage {
  /**
   * 200, or 301 for an old address, or 404 for an unknown web address or event, or 503 when the API did not give the page
   * its data.
   */
  status: number;
  html: string;
  /** The path and query of the right address, with status 301. */
  location?: string;
}

type FoyerRouter = ReturnType<typeof createFoyerRouter>;

/** The only inline script of a page. The server allows it by its hash. */
export const inlineScript = bootScript;

const transports = new AsyncLocalStorage<Transport>();
provideTransport(() => transports.getStore());

/**
 * Renders the page of a web address. The page is the same for everyone.
 * @param url path and query, such as `/events?page=2`
 */
export function render(url: string, options: RenderOptions): Promise<RenderedPage> {
  const { origin, fetch } = options;
  return transports.run({ origin, fetch }, () => renderPage(url, options));
}

/**
 * Returns the address of a page in its canonical spelling: without `?page=1`, and without what the page does not know, such
 * as the `fbclid` that differs for each visitor. Loads no data.
 */
export function findCanonicalAddress(url: string, options: RenderOptions): string {
  const router = openRouter(url, options, createQueryClient());
  const { pathname: to } = router.latestLocation;
  return router.buildLocation({ to, search: true, params: true, _includeValidateSearch: true }).href;
}

/** Whether the address is that of a page, whatever data the page will find. Loads no data. */
export function hasPage(url: string, options: RenderOptions): boolean {
  const router = openRouter(url, options, createQueryClient());
  const [, , route] = router.getMatchedRoutes(router.latestLocation.pathname);
  return route !== undefined && route.path !== unknownPath;
}

async function renderPage(url: string, options: RenderOptions): Promise<RenderedPage> {
  const { router, queryClient, location } = await loadPage(url, options);
  if (location !== undefined) {
    queryClient.clear();
    return { status: 301, html: '', location };
  }
  const status = statusOf(router);
  // A page without its data cannot be hydrated, so its document contains no scripts.
  const assets =
    status >= 500
      ? { ...findAssets(router, options.assets), scripts: [], preloads: [] }
      : findAssets(router, options.assets);
  const css = findPublicPage(router) && options.assets.css;
  const { site } = router.options.context;
  router.update({ context: { queryClient, site, assets, css } });
  const document = renderToString(<RouterProvider router={router} />);
  const state = { href: router.state.location.href, site, assets, queries: dehydrate(queryClient) };
  const block = status >= 500 ? '' : writePageState(state);
  queryClient.clear();
  return {
    status,
    html: `<!doctype html>${document.replace('</body></html>', () => `${block}</body></html>`)}`,
  };
}

/** Returns the files of the page that the router has loaded. */
function findAssets(
  router: FoyerRouter,
  { scripts, styles, allStyles, preloads, pages = {} }: BuiltAssets,
): Assets {
  const page = findPublicPage(router);
  const linked = page || !allStyles ? styles : [...styles, allStyles];
  const parts = (page && pages[page]) ?? [];
  return { scripts, styles: linked, allStyles, preloads: [...new Set([...preloads, ...parts])] };
}

function findPublicPage(router: FoyerRouter) {
  return router.state.matches.map(({ staticData }) => staticData.page).find((page) => page !== undefined);
}

function openRouter(url: string, options: RenderOptions, queryClient: QueryClient): FoyerRouter {
  const { assets, fetch: _, timeZone = 'Europe/London', ...settings } = options;
  const site: Site = { ...settings, timeZone, year: new Date().getFullYear() };
  const history = createMemoryHistory({ initialEntries: [url] });
  return createFoyerRouter({ queryClient, site, assets, history });
}

async function loadPage(url: string, options: RenderOptions) {
  const queryClient = createQueryClient();
  const open = async (href: string) => {
    const router = openRouter(href, options, queryClient);
    await router.load();
    return router;
  };
  let router = await open(url);
  // The router redirects a web address that is not in its canonical spelling, such as `?page=1`. We render the
  // page of the canonical web address instead. The browser then corrects its address bar.
  const { href, statusCode } = findRedirect(router);
  if (href !== undefined && statusCode !== 301) router = await open(href);
  const moved = findRedirect(router);
  return { router, queryClient, location: moved.statusCode === 301 ? moved.href : undefined };
}

function findRedirect({ _serverResult: result }: FoyerRouter): { href?: string; statusCode?: number } {
  return result?.type === 'redirect' ? result.redirect.options : {};
}

function statusOf(router: FoyerRouter): number {
  const result = router._serverResult;
  if (result?.type !== 'render') return 500;
  // A page may say itself that it is missing: it then helps the visitor more than the page of unknown addresses.
  if (router.state.matches.some(({ loaderData }) => isMissing(loaderData))) return 404;
  return result.status === 500 ? 503 : result.status;
}

function isMissing(loaded: unknown): boolean {
  return typeof loaded === 'object' && loaded !== null && 'isMissing' in loaded && loaded.isMissing === true;
}

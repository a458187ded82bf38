import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEventName } from '@foyer/contract/text/event-address.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createBoundedQueue } from '../../bounded-queue.ts';
import { answerMissingRoute, ApiError, asksForPage, retryAfterSeconds } from '../../http/errors.ts';
import { prepareAnswer } from '../../http/memory/ready-answer.ts';
import { isGallery, isPageAddress } from '../../http/page-address.ts';
import { renderNeedsScriptsPage } from '../../http/plain-page.ts';
import { writeOwnPolicy } from '../../http/security-headers.ts';
import { wasRemoved } from '../events/events.queries.ts';

interface Assets {
  scripts: string[];
  styles: string[];
  /** The complete style sheet, which pages link that are not public. */
  allStyles?: string;
  preloads: string[];
  /** The styles of public pages, which are written into their documents. */
  css?: string;
  /** The modules of each page, by the path of its source below `web/src`. */
  pages?: Record<string, string[]>;
}

interface RenderOptions {
  origin: string;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  assets: Assets;
  coldStartNotice: 'auto' | 'on' | 'off';
  supportContact: string | null;
  passwordMinLength: number;
  timeZone: string;
}

interface PageRenderer {
  /** Whether the address is that of a page. */
  hasPage(url: string, options: RenderOptions): boolean;
  /** The address without what changes nothing on its page. */
  findCanonicalAddress(url: string, options: RenderOptions): string;
  render(url: string, options: RenderOptions): Promise<RenderedPage>;
}

interface RenderedPage {
  status: number;
  html: string;
  /** The right address, with status 301. */
  location?: string;
}

export interface WebBuild {
  clientFolder: string;
  assets: Assets;
  renderer: PageRenderer;
  /** The script in every document. */
  inlineScript: string;
}

/** Loads the output of `npm run build -w web`. If the output is missing, throws an error that says what to do. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const clientFolder = join(folder, 'client');
  try {
    const manifest: unknown = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'));
    const renderer = (await import(
      pathToFileURL(join(folder, 'server/entry-server.js')).href
    )) as PageRenderer & Pick<WebBuild, 'inlineScript'>;
    const assets = await readAssets(clientFolder, manifest as Record<string, Chunk>);
    return { clientFolder, assets, renderer, inlineScript: renderer.inlineScript };
  } catch (error) {
    throw new Error('The web is not built. Run "npm run build -w web", or start Foyer with "npm start".', {
      cause: error,
    });
  }
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}

async function readAssets(clientFolder: string, chunks: Record<string, Chunk>): Promise<Assets> {
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The manifest of the web build names no entry');
  const [allStyles] = entry.css ?? [];
  if (allStyles === undefined) throw new Error('The manifest of the web build names no style sheet');
  const imported = listImports(chunks, entry);
  const pages = Object.entries(chunks).flatMap(([source, chunk]) => {
    const page = /^src\/(features\/.+-page\.tsx)$/.exec(source)?.[1];
    return page ? [[page, listImports(chunks, chunk).concat(`/${chunk.file}`)] as const] : [];
  });
  return {
    scripts: [`/${entry.file}`],
    styles: [],
    allStyles: `/${allStyles}`,
    css: await readFile(join(clientFolder, '.vite/first-view.css'), 'utf8'),
    preloads: imported,
    pages: Object.fromEntries(
      pages.map(([page, files]) => [page, files.filter((file) => file !== `/${entry.file}`)]),
    ),
  };
}

/** Lists the files that a chunk imports, directly or through other chunks. */
function listImports(chunks: Record<string, Chunk>, chunk: Chunk, found = new Set<string>()): string[] {
  for (const imported of (chunk.imports ?? []).flatMap((name) => chunks[name] ?? [])) {
    const file = `/${imported.file}`;
    if (found.has(file)) continue;
    found.add(file);
    listImports(chunks, imported, found);
  }
  return [...found];
}

/**
 * How many pages are rendered at once. Rendering keeps the main thread busy for some milliseconds, so more would only wait
 * for each other. With several, one page can render while another waits for its data.
 */
const rendersAtOnce = 4;

/** Renders a page for every web address outside the API that no other route has. */
export function registerPageRoutes(app: FastifyInstance, deps: Deps, web: WebBuild): void {
  // Browsers ask for this path when a document names no icon, such as an email in the outbox or a picture.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301));

  const rendering = createBoundedQueue({ atOnce: rendersAtOnce, longestWaitMs: 2_000 });
  const policy = writeOwnPolicy(deps.publicUrl, [web.inlineScript]);
  app.get('/*', async (request, reply) => {
    const isOffered = isPageAddress(request.url) || (deps.config.devPages && isGallery(request.url));
    if (!isOffered) throw new ApiError('route_not_found');
    reply.header('content-security-policy', policy);
    const options = describeRendering(app, deps, web, request);
    const render = () => rendering.run(() => renderPage(deps, web, request, options));
    if (!isPublicPage(request.url)) return sendPage(request, reply, await render());
    let page: RenderedPage | undefined;
    const prepare = async () => {
      page = await render();
      if (page.status !== 200) return null;
      return prepareAnswer(reply, { body: page.html, type: htmlType, cacheControl: pageCaching });
    };
    const name = web.renderer.findCanonicalAddress(request.url, options);
    const call = { request, reply, kind: 'pages', name } as const;
    if (await app.publicAnswers.send(call, prepare)) return reply;
    return sendPage(request, reply, page ?? (await render()));
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'POST' || !asksForPage(request)) return answerMissingRoute(request, reply);
    const options = describeRendering(app, deps, web, request);
    if (web.renderer.hasPage(request.url, options)) {
      // Without scripts, browsers send most forms to the address of their page.
      return sendPage(request, reply, { status: 404, html: renderNeedsScriptsPage() });
    }
    reply.header('content-security-policy', policy);
    return sendPage(request, reply, await rendering.run(() => renderPage(deps, web, request, options)));
  });
}

function describeRendering(
  app: FastifyInstance,
  { config, publicUrl }: Deps,
  { assets }: WebBuild,
  page: FastifyRequest,
): RenderOptions {
  return {
    origin: publicUrl,
    fetch: (url, init) => callApi(app, page, url, init),
    assets,
    coldStartNotice: config.coldStartNotice,
    supportContact: config.supportContact,
    passwordMinLength: config.passwordMinLength,
    timeZone: config.timeZone,
  };
}

async function renderPage(
  { db }: Deps,
  { renderer }: WebBuild,
  page: FastifyRequest,
  options: RenderOptions,
): Promise<RenderedPage> {
  const rendered = await renderer.render(page.url, options);
  if (rendered.status !== 404) return rendered;
  const id = readEventName(/^\/events\/([^/?]+)(?:\/checkout)?\/?(?:\?|$)/.exec(page.url)?.[1] ?? '');
  return id !== null && (await wasRemoved(db, id)) ? { ...rendered, status: 410 } : rendered;
}

function sendPage({ url }: FastifyRequest, reply: FastifyReply, { status, html, location }: RenderedPage) {
  // With status 503, the database does not answer or the API is too busy, so the browser should try again later.
  if (status === 503) reply.header('retry-after', retryAfterSeconds);
  if (location !== undefined) reply.header('location', location);
  // The login page's address may contain the key too, because that page leads people back to the event.
  const isSecret = hasInQuery(url, 'key') || url.startsWith('/mail/stop/');
  if (isSecret) reply.headers(secretPageHeaders);
  return reply
    .status(status)
    .header('content-type', htmlType)
    .header('cache-control', status === 200 && !isSecret ? pageCaching : 'no-store')
    .send(html);
}

/**
 * Rewrites the web address of a page that the router cannot decode: `/%zz` becomes `/%25zz` and gets the not-found
 * page. Addresses outside the pages get the answer of `answerUnreadableAddress`.
 * @param url The path and the query of the web address.
 */
export function makeAddressReadable(url: string): string {
  if (!url.includes('%') || !isPageAddress(url)) return url;
  const [path = '', ...query] = url.split('?');
  if (isReadable(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const htmlType = 'text/html; charset=utf-8';

/**
 * The pages that people read without a session: the start, the list, its calendar, one event, its checkout, a team, and
 * the support page.
 */
const publicPage =
  /^\/(?:events(?:\/calendar|\/\d{1,15}(?:-[^/?]*)?(?:\/checkout)?)?|teams\/\d{1,15}(?:-[^/?]*)?|support)?\/?(?:\?|$)/;

/** Whether the page may come from memory. The key of a private event and a promo code are secrets. */
function isPublicPage(url: string): boolean {
  return publicPage.test(url) && !hasInQuery(url, 'key') && !hasInQuery(url, 'code');
}

/**
 * Whether the query has this parameter, or the address of another page in the query has it. Browsers read `%6Bey` as
 * `key`, so that the parameter is found however it is written.
 */
function hasInQuery(url: string, name: string): boolean {
  return new RegExp(`[?&]${name}=`, 'i').test(decodeAscii(decodeAscii(url)));
}

/** Accepts broken sequences, which `decodeURIComponent` does not. */
function decodeAscii(text: string): string {
  return text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A page is the same for everyone, so a CDN may keep the page for a short time. Browsers ask again each time. */
const pageCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60';

/**
 * Headers for pages whose web address contains a secret: the key of a private event, or the token of a stop link. No
 * search engine may list these web addresses, and no other website may learn them from a link.
 */
const secretPageHeaders = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

/** Answers the API calls that are made to render a page, in this process and without the visitor's identity. */
async function callApi(app: FastifyInstance, page: FastifyRequest, url: string, init?: RequestInit) {
  const { pathname, search } = new URL(url);
  const answer = await app.inject({
    method: init?.method === 'HEAD' ? 'HEAD' : 'GET',
    url: `${pathname}${search}`,
    // The page itself comes from memory for a second, so its data must not be a second old already.
    headers: { accept: 'application/json', 'cache-control': 'no-cache' },
    remoteAddress: page.ip,
  });
  return new Response(answer.body, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  });
}

import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import { writeTeamPath } from '@foyer/contract/text/team-address.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { sendPublicText } from '../../../http/memory/send-text.ts';
import { xml, xmlStart } from '../../../http/html.ts';
import { listCategories } from '../../events/events.queries.ts';
import { listSitemapEvents, listSitemaps, listSitemapTeams } from './found.queries.ts';

/** Pages that search engines need not read. Pages whose address contains a secret say so in their headers. */
const unread = [
  '/admin',
  '/dashboard',
  '/profile',
  '/orders/',
  '/tickets/',
  '/payment/',
  '/api/',
  '/sandbox/',
];

const type = 'application/xml; charset=utf-8';

/** Serves robots.txt and the sitemaps: an index, the lists, the teams, and the published public events in parts. */
export function registerSitemapRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, publicUrl } = deps;

  app.get('/robots.txt', (request, reply) =>
    sendPublicText({ app, request, reply, name: 'robots', type: 'text/plain; charset=utf-8' }, async () =>
      [
        'User-agent: *',
        ...unread.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );

  app.get('/sitemap.xml', (request, reply) =>
    sendPublicText({ app, request, reply, name: 'sitemap', type }, async () => {
      const parts = (await listSitemaps(db)).map(({ part, changed_at }) => ({
        address: `${publicUrl}/sitemap-events-${part}.xml`,
        changedAt: changed_at,
      }));
      const lists = ['pages', 'teams'].map((name) => ({ address: `${publicUrl}/sitemap-${name}.xml` }));
      return writeList('sitemapindex', 'sitemap', [...lists, ...parts]);
    }),
  );

  app.get('/sitemap-pages.xml', (request, reply) =>
    sendPublicText({ app, request, reply, name: 'sitemap-pages', type }, async () => {
      const categories = (await listCategories(db)).map(
        ({ name }) => `/events?${String(new URLSearchParams({ category: name }))}`,
      );
      const pages = ['/', '/events', ...categories];
      return writeList(
        'urlset',
        'url',
        pages.map((path) => ({ address: publicUrl + path })),
      );
    }),
  );

  app.get('/sitemap-teams.xml', (request, reply) =>
    sendPublicText({ app, request, reply, name: 'sitemap-teams', type }, async () => {
      const teams = (await listSitemapTeams(db)).map((team) => ({
        address: publicUrl + writeTeamPath(team),
        changedAt: team.updated_at,
      }));
      return writeList('urlset', 'url', teams);
    }),
  );

  app.get<{ Params: { part: string } }>('/sitemap-events-:part(^\\d{1,9}).xml', (request, reply) => {
    const part = Number(request.params.part);
    return sendPublicText({ app, request, reply, name: `sitemap-events-${part}`, type }, async () => {
      const events = await listSitemapEvents(db, part);
      const entries = events.map((event) => ({
        address: publicUrl + writeEventPath(event),
        changedAt: event.updated_at,
      }));
      return entries.length === 0 ? null : writeList('urlset', 'url', entries);
    });
  });
}

interface Entry {
  address: string;
  changedAt?: Date | null;
}

function writeList(
  list: 'sitemapindex' | 'urlset',
  item: 'sitemap' | 'url',
  entries: readonly Entry[],
): string {
  const lines = entries.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${item}>${xml`<loc>${address}</loc>`.source}${changed}</${item}>\n`;
  });
  return `${xmlStart}<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${list}>\n`;
}

/** @import { Guard } from './list.mjs' */

const found = 'server/src/features/pages/found';

/**
 * Guards of what search engines, feed readers and other sites learn: only public events, and only text.
 * @type {Guard[]}
 */
export const foundGuards = [
  {
    promise: 'found: feeds have only published public events',
    file: `${found}/found.queries.ts`,
    find: '    .where(isListed)\n    .where((event) => event.or(',
    replace: '    .where((event) => event.or(',
    test: `${found}/feeds.test.ts`,
    title: 'never has a draft, a private event or a cancelled one, and forgets an event at once',
  },
  {
    promise: 'found: sitemaps have only published public events',
    file: `${found}/found.queries.ts`,
    find: "    .where(isListed)\n    .where('events.id', '>', last - numbersPerSitemap)",
    replace: "    .where('events.id', '>', last - numbersPerSitemap)",
    test: `${found}/sitemap.test.ts`,
    title: 'never contains a draft, a private event or a cancelled one, and forgets an event at once',
  },
  {
    promise: 'found: the sitemap names only teams that have something for everyone',
    file: `${found}/found.queries.ts`,
    find: ".where(isListed)\n          .whereRef('events.team_id'",
    replace: ".whereRef('events.team_id'",
    test: `${found}/sitemap.test.ts`,
    title: 'has the teams that have something for everyone, at the address of their page',
  },
  {
    promise: 'found: the description in RSS is text, not markup',
    file: `${found}/feeds.routes.ts`,
    find: '<description>${description.source}</description>',
    replace: '<description>${description}</description>',
    test: `${found}/feeds.test.ts`,
    title: 'has no markup of a hostile title, and stays one event per entry',
  },
  {
    promise: 'found: nothing is kept of a deleted draft or private event',
    file: 'server/src/features/events/changes/removal.service.ts',
    find: "if (removed.is_public && removed.status !== 'draft')",
    replace: 'if (removed)',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'answers 410 when visitors could see the event, and 404 like an unknown one when they could not',
  },
  {
    promise: 'found: the checkout of an event that was deleted is gone too',
    file: 'server/src/features/pages/pages.routes.ts',
    find: '([^/?]+)(?:\\/checkout)?',
    replace: '([^/?]+)',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'answers 410 when visitors could see the event, and 404 like an unknown one when they could not',
  },
  {
    promise: 'found: the checkout of a missing event is not found, so that no cache keeps it',
    file: 'web/src/buyer-routes.tsx',
    find: 'queryClient.getQueryData(query.queryKey) === null',
    replace: 'false',
    test: 'web/src/entry-server-checkout.test.tsx',
    title: 'has status 404 and leads visitors on when its event is missing',
  },
  {
    promise: 'found: a wrong name leads to the right address',
    file: 'web/src/routes.tsx',
    find: 'name !== right && name !== String(id)',
    replace: 'false',
    test: 'web/src/entry-server.test.tsx',
    title: 'sends visitors with a wrong or old name to the right address, and keeps their query',
  },
  {
    promise: 'found: the address of a private event does not name it',
    file: 'contract/src/text/event-address.ts',
    find: "key || !is_public ? '' : writeSlug(title)",
    replace: "!is_public ? '' : writeSlug(title)",
    test: 'contract/src/text/event-address.test.ts',
    title: 'does not name a private event',
  },
  {
    promise: 'found: the address of a private event that its team opens does not name it',
    file: 'contract/src/text/event-address.ts',
    find: "key || !is_public ? '' : writeSlug(title)",
    replace: "key ? '' : writeSlug(title)",
    test: 'contract/src/text/event-address.test.ts',
    title: 'does not name a private event',
  },
  {
    promise: 'found: share pictures show only published public events',
    file: `${found}/found.queries.ts`,
    find: "    .where('events.id', '=', id)\n    .where(isListed),",
    replace: "    .where('events.id', '=', id),",
    test: `${found}/share.test.ts`,
    title:
      'is not drawn of a draft, a private event or a cancelled one, and not found at once after a change',
  },
  {
    promise: 'found: caches keep no error as a share picture',
    file: `${found}/share.routes.ts`,
    find: '    const picture = await',
    replace: '    reply.headers(headers);\n    const picture = await',
    test: `${found}/share.test.ts`,
    title: 'is not kept by caches when it could not be drawn',
  },
  {
    promise: 'found: a few titles cannot fill the memory of the threads that also draw tickets',
    file: 'server/src/storage/share/share-fonts.ts',
    find: 'const mostOpen = 20;',
    replace: 'const mostOpen = Infinity;',
    test: 'server/test/pictures/share-letters.test.ts',
    title: 'is drawn in little memory although its letters are in a hundred files',
  },
  {
    promise: 'found: pictures that are kept take a limited space',
    file: 'server/src/storage/share/kept-pictures.ts',
    find: 'if (bytes <= maxBytes) break;',
    replace: 'if (bytes > 0) break;',
    test: 'server/src/storage/share/kept-pictures.test.ts',
    title: 'forgets those that were not used for longest when they take too much space',
  },
];

import { type FeedScope, writeFeedPath } from '@foyer/contract/text/feed-address.ts';

declare module 'react' {
  interface MetaHTMLAttributes<T> {
    /** The router writes this entry as a script with JSON-LD data, but its types lack the entry. */
    'script:ld+json'?: object;
  }
}

export interface PageHead {
  title: string;
  description?: string;
  /** The full address of the page, in its canonical spelling. */
  canonical?: string;
  /** The full address of the picture that other sites show for the page. */
  image?: string | null;
  type?: 'website' | 'article';
  /** The feed that programs find by the page. */
  feed?: FeedScope;
  /** Whether to keep the page out of search results, because it is private. */
  hidden?: boolean;
}

/** Returns the tags for a page's title, its description, and the preview that other sites show for its link. */
export function pageHead({ title, description, canonical, image, type = 'website', feed, hidden }: PageHead) {
  return {
    meta: [
      { title },
      { property: 'og:site_name', content: 'Foyer' },
      { property: 'og:title', content: title },
      { property: 'og:type', content: type },
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      ...(description
        ? [
            { name: 'description', content: description },
            { property: 'og:description', content: description },
          ]
        : []),
      ...(canonical ? [{ property: 'og:url', content: canonical }] : []),
      ...(image ? [{ property: 'og:image', content: image }] : []),
      ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: [...(canonical ? [{ rel: 'canonical', href: canonical }] : []), ...(feed ? linkFeeds(feed) : [])],
  };
}

/** Other sites must not learn the address of these pages: it may hold the key of an order, a door or a private event. */
export function secretHead(title: string) {
  const head = pageHead({ title, hidden: true });
  return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] };
}

function linkFeeds(feed: FeedScope) {
  return [
    { rel: 'alternate', type: 'application/rss+xml', title: 'New events', href: writeFeedPath(feed, 'rss') },
    { rel: 'alternate', type: 'text/calendar', title: 'Calendar', href: writeFeedPath(feed, 'ics') },
  ];
}

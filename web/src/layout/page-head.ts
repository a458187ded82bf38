declare module 'react' {
  interface MetaHTMLAttributes<T> {
    /** The router writes this entry as an escaped JSON-LD block; its own types do not say so. */
    'script:ld+json'?: object;
  }
}

export interface PageHead {
  title: string;
  description?: string;
  /** Full address of the page's one spelling. */
  canonical?: string;
  /** Full address of a picture. */
  image?: string | null;
  type?: 'website' | 'article';
  /** Private pages stay out of search results. */
  hidden?: boolean;
}

/** Title, description and what other sites show of a page that is shared. */
export function pageHead({ title, description, canonical, image, type = 'website', hidden }: PageHead) {
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
    links: canonical ? [{ rel: 'canonical', href: canonical }] : [],
  };
}

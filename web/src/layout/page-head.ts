declare module 'react' {
  interface MetaHTMLAttributes<T> {
    /** The router writes this entry as an escaped JSON-LD block. Its types lack it. */
    'script:ld+json'?: object;
  }
}

export interface PageHead {
  title: string;
  description?: string;
  /** Full address of the page in its canonical spelling. */
  canonical?: string;
  /** Full address of a picture. */
  image?: string | null;
  type?: 'website' | 'article';
  /** Private pages stay out of search results. */
  hidden?: boolean;
}

/** Title, description and the preview that other sites show for a shared page. */
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

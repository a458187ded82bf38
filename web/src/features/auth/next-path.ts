const nowhere = 'http://foyer.invalid';

/**
 * The page of this site that a login shall lead to, as path, query and hash; undefined for anything else, so that
 * a link to our login can never send anybody to another site.
 */
export function readNextPath(asked: unknown): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, nowhere)) return undefined;
  // The browser's own reading decides: to it `/\host` and a tab between two slashes name another site.
  const { origin, pathname, search, hash } = new URL(asked, nowhere);
  if (origin !== nowhere || pathname.startsWith('//')) return undefined;
  if (pathname.startsWith('/auth/')) return undefined;
  return pathname + search + hash;
}

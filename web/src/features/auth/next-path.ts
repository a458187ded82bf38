const base = 'http://foyer.invalid';

/**
 * The page to open after login, as path, query and hash. A web address on another site becomes undefined, because
 * otherwise a link to our login could send people to another site.
 */
export function readNextPath(asked: unknown): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, base)) return undefined;
  // `new URL` reads a web address as browsers do: `/\host`, or two slashes with a tab between them, lead to
  // another site.
  const { origin, pathname, search, hash } = new URL(asked, base);
  if (origin !== base || pathname.startsWith('//')) return undefined;
  if (pathname.startsWith('/auth/')) return undefined;
  return pathname + search + hash;
}

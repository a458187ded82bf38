import { loadPart } from './api/load-part.ts';
import type { Assets } from './site.ts';

let loading: Promise<void> | undefined;

/**
 * Loads the complete style sheet, unless the document has it. A public page's document has only the styles of public
 * pages. Throws a CallError when the style sheet cannot be loaded.
 */
export function loadAllStyles({ allStyles, styles }: Assets): Promise<void> | undefined {
  if (typeof document === 'undefined' || allStyles === undefined || styles.includes(allStyles))
    return undefined;
  loading ??= loadPart(() => linkStyles(allStyles)).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Adds the style sheet behind all others. Its rules include theirs, in the right order. */
function linkStyles(href: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => {
    link.remove();
    reject(new Error('The styles did not load'));
  });
  document.head.append(link);
  return promise;
}

import type { CSSProperties } from 'react';
import { findPosterColour } from '../event-image.tsx';
import type { FoyerEvent } from '../events.api.ts';

/**
 * Gives the page of an event the tint of its poster. Only the hue comes from the poster, and a little of its strength:
 * the lightness is fixed for each theme, so text keeps its contrast whatever the poster is. Browsers that cannot compute
 * the colours show none. These are no classes, because every page would carry them.
 */
export function tintLike({ event_img_url, category }: FoyerEvent): CSSProperties {
  const from = `oklch(from ${findPosterColour(event_img_url, category)}`;
  return {
    '--mat': `${from} var(--mat-light) min(c, 0.07) h)`,
    background: `linear-gradient(${from} var(--ground-light) min(c, 0.035) h) 20%, var(--paper))`,
  } as CSSProperties;
}

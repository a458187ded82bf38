import { readPictureAddress } from '@foyer/contract/text/picture-address.ts';
import { useState } from 'react';
import { preload } from 'react-dom';
import { classes } from '../../ui/classes.ts';
import { isOwnPicture } from '../../ui/own-picture.ts';
import type { FoyerEvent } from './events.api.ts';

export interface EventImageProps {
  url: string | null;
  category: string | null;
  /**
   * Loads the picture at once: the `lead` picture of the page before everything else, an `early` one after it. By
   * default, the picture loads when the user scrolls near it.
   */
  load?: 'lead' | 'early' | 'late';
  /** The CSS class that sets the aspect ratio. */
  aspect?: string;
  /** The `sizes` attribute; by default the width of a card in a list. */
  sizes?: string;
  className?: string;
  /** The point of the picture that stays visible where the frame cuts off the rest. By default its middle. */
  focus?: Pick<FoyerEvent, 'picture_x' | 'picture_y'>;
  /** Leaves the category's name off the poster, where other content covers its corner or says the same. */
  nameless?: boolean;
}

// The colours of the posters that replace missing pictures, as [background, drawing]. The category decides the pair.
const printings = [
  ['#8a2f14', '#f3b48c'],
  ['#1f4d48', '#9cc9b4'],
  ['#5c3a63', '#d6aede'],
  ['#7a5410', '#f0cf86'],
  ['#2b4a74', '#a5c6ec'],
  ['#4b5a1f', '#cfdc97'],
  ['#7b2b44', '#efb0bf'],
] as const;

const priorities = { lead: 'high', early: 'low', late: undefined } as const;

/**
 * Shows the picture that Foyer keeps for an event. If there is no picture, or if the picture fails to load, shows a
 * poster with the category's name.
 */
export function EventImage({
  url,
  category,
  load = 'late',
  aspect = 'aspect-3/2',
  sizes = '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw',
  className,
  focus,
  nameless = false,
}: EventImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classes(`w-full ${aspect}`, className);
  if (!url || !isOwnPicture(url) || url === brokenUrl) {
    return <CategoryPoster category={category} nameless={nameless} className={shape} />;
  }
  const { webp, avif, colour } = describePicture(url);
  if (load === 'lead') {
    // The request starts with the first bytes of the document. React does this itself for an image outside of <picture>.
    preload(url, {
      as: 'image',
      type: avif && 'image/avif',
      imageSrcSet: avif ?? webp,
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={url}
        srcSet={webp}
        sizes={sizes}
        alt=""
        loading={load === 'late' ? 'lazy' : 'eager'}
        fetchPriority={priorities[load]}
        decoding="async"
        className={classes(shape, 'bg-sunken object-cover')}
        style={{
          backgroundColor: colour,
          objectPosition: focus && `${focus.picture_x}% ${focus.picture_y}%`,
        }}
        onError={() => setBrokenUrl(url)}
        ref={(image) => {
          // The picture may have failed to load before hydration, when no error handler was attached.
          if (image?.complete && image.naturalWidth === 0) setBrokenUrl(url);
        }}
      />
    </picture>
  );
}

/** Returns the `srcset` of each format of an uploaded picture and the colour to show until it has arrived. */
function describePicture(url: string): {
  webp?: string;
  avif?: string;
  colour?: string;
} {
  const stored = readPictureAddress(url);
  if (!stored) return {};
  const list = (format: string, sizes: Record<string, number>) =>
    Object.entries(sizes)
      .map(([name, width]) => `/uploads/${stored.kind}/${stored.folder}/${name}.${format} ${width}w`)
      .join(', ');
  if (!stored.isComplete) return { webp: list('webp', { card: 800, page: 1600 }) };
  const sizes = { small: 480, card: 800, page: 1600 };
  return {
    webp: list('webp', sizes),
    avif: list('avif', sizes),
    colour: stored.colour ?? undefined,
  };
}

interface CategoryPosterProps {
  category: string | null;
  nameless: boolean;
  className: string;
}

/** The colour that the page of an event takes its tint from: the main colour of its poster. */
export function findPosterColour(url: string | null, category: string | null): string {
  return readPictureAddress(url)?.colour ?? findPrinting(category)[0];
}

function findPrinting(category: string | null) {
  const name = category ?? 'Event';
  return printings[(name.length + name.charCodeAt(0)) % printings.length] ?? printings[0];
}

function CategoryPoster({ category, nameless, className }: CategoryPosterProps) {
  const name = category ?? 'Event';
  const [paper, ink] = findPrinting(category);
  return (
    <div className={classes('@container relative overflow-hidden', className)} style={{ background: paper }}>
      <svg
        viewBox="0 0 400 300"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden
        className="absolute inset-0 size-full"
        fill="none"
        stroke={ink}
        strokeWidth="10"
        opacity="0.5"
      >
        {[40, 75, 110, 145, 180, 215, 250].map((radius) => (
          <path key={radius} d={`M${290 - radius} 320V215a${radius} ${radius} 0 0 1 ${2 * radius} 0V320`} />
        ))}
      </svg>
      {/* On a narrow card the date tile leaves no room for the category's name, so the name is hidden. */}
      {!nameless && (
        <span
          className="absolute inset-x-0 bottom-0 hidden px-5 py-4 text-right font-display text-4xl leading-none font-semibold @3xs:block"
          style={{ background: paper, color: '#fff6e8' }}
        >
          {name}
        </span>
      )}
    </div>
  );
}

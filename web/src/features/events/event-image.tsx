import { useState } from 'react';
import { classes } from '../../ui/classes.ts';

export interface EventImageProps {
  url: string | null;
  category: string | null;
  /** The first pictures of a page load at once, the others when they come near. */
  eager?: boolean;
  /** The class of its proportions. */
  aspect?: string;
  /** How wide it is shown, as `sizes` of an image; by default as a card of a list. */
  sizes?: string;
  className?: string;
}

// Paper and ink of each printing, so that events without a picture still tell themselves apart.
const printings = [
  ['#8a2f14', '#f3b48c'],
  ['#1f4d48', '#9cc9b4'],
  ['#5c3a63', '#d6aede'],
  ['#7a5410', '#f0cf86'],
  ['#2b4a74', '#a5c6ec'],
  ['#4b5a1f', '#cfdc97'],
  ['#7b2b44', '#efb0bf'],
] as const;

/** An event's picture; one that is missing or fails gives way to a poster with the category's name. */
export function EventImage({
  url,
  category,
  eager = false,
  aspect = 'aspect-3/2',
  sizes = '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw',
  className,
}: EventImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classes(`w-full ${aspect}`, className);
  if (!url || url === brokenUrl) return <CategoryPoster category={category} className={shape} />;
  return (
    <img
      src={url}
      srcSet={listSizes(url)}
      sizes={sizes}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={classes(shape, 'bg-sunken object-cover')}
      onError={() => setBrokenUrl(url)}
      ref={(image) => {
        // It may have failed before this page woke up and could hear of it.
        if (image?.complete && image.naturalWidth === 0) setBrokenUrl(url);
      }}
    />
  );
}

/** The server stores each uploaded picture twice: 800 pixels wide for cards and 1600 for pages. */
function listSizes(url: string): string | undefined {
  if (!/^\/uploads\/.+\/page\.webp$/.test(url)) return undefined;
  return `${url.replace(/page\.webp$/, 'card.webp')} 800w, ${url} 1600w`;
}

/** Arches within arches, and the category's name along the foot like a bill. */
function CategoryPoster({ category, className }: { category: string | null; className: string }) {
  const name = category ?? 'Event';
  const [paper, ink] = printings[(name.length + name.charCodeAt(0)) % printings.length] ?? printings[0];
  return (
    <div className={classes('relative overflow-hidden', className)} style={{ background: paper }}>
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
      <span
        className="absolute inset-x-0 bottom-0 px-5 py-4 text-right font-display text-4xl leading-none font-semibold"
        style={{ background: paper, color: '#fff6e8' }}
      >
        {name}
      </span>
    </div>
  );
}

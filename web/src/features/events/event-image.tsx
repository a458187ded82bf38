import { useState } from 'react';
import { classes } from '../../ui/classes.ts';

export interface EventImageProps {
  url: string | null;
  category: string | null;
  /** The first pictures of a page load at once, the others when they come near. */
  eager?: boolean;
  className?: string;
}

// One printed paper per category, so that events without a picture still tell themselves apart.
const papers = ['#8a2f14', '#1f4d48', '#5c3a63', '#7a5410', '#2b4a74', '#4b5a1f', '#7b2b44'];

/** An event's picture; one that is missing or fails gives way to a poster with the category's name. */
export function EventImage({ url, category, eager = false, className }: EventImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classes('aspect-4/3 w-full', className);
  if (!url || url === brokenUrl) return <CategoryPoster category={category} className={shape} />;
  return (
    <img
      src={url}
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

function CategoryPoster({ category, className }: { category: string | null; className: string }) {
  const name = category ?? 'Event';
  const paper = papers[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % papers.length];
  return (
    <div
      className={classes('grid place-items-center overflow-hidden', className)}
      style={{ background: paper }}
    >
      <span className="px-4 text-center font-display text-[clamp(1.75rem,4vw,3rem)] leading-none font-semibold text-[#fff3e0]">
        {name}
      </span>
    </div>
  );
}

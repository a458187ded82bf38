import { readPictureAddress } from '@foyer/contract/text/picture-address.ts';
import type { CSSProperties } from 'react';
import { EventImage } from '../event-image.tsx';
import type { FoyerEvent } from '../events.api.ts';

/** Shows the whole poster. The frame knows its shape, so nothing moves when it arrives. Older pictures do not say it. */
export function EventPoster({ event: { event_img_url: url, category } }: { event: FoyerEvent }) {
  const { width, height } = readPictureAddress(url)?.size ?? { width: 16, height: 9 };
  return (
    <div
      className={`poster-frame overflow-hidden rounded-2xl ${height > width ? 'p-4' : ''}`}
      style={{ '--shape': `${width} / ${height}` } as CSSProperties}
    >
      <EventImage
        url={url}
        category={category}
        load="lead"
        aspect="aspect-video"
        sizes="(min-width: 1024px) 720px, 100vw"
      />
    </div>
  );
}

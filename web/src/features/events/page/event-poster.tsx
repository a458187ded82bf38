import { type PictureAddress, readPictureAddress } from '@foyer/contract/text/picture-address.ts';
import type { CSSProperties } from 'react';
import type { FoyerEvent } from '../events.api.ts';
import { EventImage } from '../event-image.tsx';

/** Shows the whole poster. A tall one hangs in the middle of its frame. */
export function EventPoster({ event: { event_img_url: url, category } }: { event: FoyerEvent }) {
  const size = readPictureAddress(url)?.size;
  const isTall = size ? size.height > size.width : false;
  return (
    <div
      className="overflow-hidden rounded-2xl"
      style={{ background: 'var(--mat)', padding: isTall ? 'min(1.5rem, 3vw)' : undefined }}
    >
      <EventImage
        url={url}
        category={category}
        load="lead"
        style={fitWhole(size)}
        sizes="(min-width: 1024px) 720px, 100vw"
      />
    </div>
  );
}

/** Keeps room for the whole picture before it has arrived. Older pictures do not say their size. */
function fitWhole(size: PictureAddress['size'] = null): CSSProperties {
  const { width, height } = size ?? { width: 16, height: 9 };
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, min(44rem, 82svh) * ${width / height})`,
    marginInline: 'auto',
    objectFit: 'contain',
  };
}

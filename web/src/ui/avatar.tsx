import { useState } from 'react';
import { classes } from './classes.ts';
import { isOwnPicture, listFiles } from './own-picture.ts';

export interface AvatarProps {
  /** The name of the user or the team. */
  username: string | null | undefined;
  imageUrl: string | null | undefined;
  /** Width and height in pixels. */
  size?: number;
  /** Shows the whole picture of a team in a square. The picture of a user is a circle. */
  isTeam?: boolean;
  className?: string;
}

/**
 * The picture of a user or team that Foyer keeps. Without a picture, shows the first two letters of the name, or U if
 * there is no name. Hidden from screen readers, because the name stands beside the picture.
 */
export function Avatar({ username, imageUrl, size = 40, isTeam = false, className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classes(isTeam ? 'rounded-[22%] object-contain' : 'rounded-full object-cover', className);
  if (imageUrl && isOwnPicture(imageUrl) && imageUrl !== brokenUrl) {
    const { webp, avif, colour = '#fff' } = listFiles(imageUrl);
    const sizes = webp && `${size}px`;
    return (
      // Not `contents`: then the source would be an item of the row around the picture, with a gap of its own.
      <picture className="flex shrink-0">
        {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        <img
          src={imageUrl}
          srcSet={webp}
          sizes={sizes}
          alt=""
          width={size}
          height={size}
          decoding="async"
          fetchPriority="low"
          className={shape}
          style={{ width: size, height: size, backgroundColor: colour }}
          onError={() => setBrokenUrl(imageUrl)}
          ref={(image) => {
            // The picture may have failed to load before hydration, when no error handler was attached.
            if (image?.complete && image.naturalWidth === 0) setBrokenUrl(imageUrl);
          }}
        />
      </picture>
    );
  }
  return (
    <span
      aria-hidden
      className={classes('inline-grid place-items-center bg-spot-wash font-semibold text-spot-strong', shape)}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {username?.slice(0, 2).toUpperCase() || 'U'}
    </span>
  );
}

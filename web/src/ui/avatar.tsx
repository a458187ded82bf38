import { useState } from 'react';
import { classes } from './classes.ts';
import { isOwnPicture } from './own-picture.ts';

export interface AvatarProps {
  username: string | null | undefined;
  imageUrl: string | null | undefined;
  /** Width and height in pixels. */
  size?: number;
  className?: string;
}

/**
 * The profile picture that Foyer keeps. Without a picture, shows the first two letters of the username, or U
 * if there is no username. Hidden from screen readers, because the name stands beside the picture.
 */
export function Avatar({ username, imageUrl, size = 40, className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classes('rounded-full bg-spot-wash object-cover', className);
  if (imageUrl && isOwnPicture(imageUrl) && imageUrl !== brokenUrl) {
    return (
      <img
        src={imageUrl}
        alt=""
        width={size}
        height={size}
        className={shape}
        style={{ width: size, height: size }}
        onError={() => setBrokenUrl(imageUrl)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classes('inline-grid place-items-center font-semibold text-spot-strong', shape)}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {username?.slice(0, 2).toUpperCase() || 'U'}
    </span>
  );
}

/**
 * Matches the folder of a stored picture: random characters, the main colour, and the width and height of the largest
 * file. Older pictures have no size, and the oldest have no colour either.
 */
export const pictureFolder = '[0-9a-f]{24}(?:-(?:[0-9a-f]{6}|clear)(?:-[1-9][0-9]{0,3}x[1-9][0-9]{0,3})?)?';

const kinds = ['events', 'users', 'teams'] as const;
export type PictureKind = (typeof kinds)[number];

/** Matches the path of a picture that Foyer stored, which is the path of its largest WebP file. */
export function makePicturePattern(...of: readonly PictureKind[]): RegExp {
  return new RegExp(`^/uploads/(${of.join('|')})/(${pictureFolder})/[a-z]+\\.webp$`);
}

const anyPicture = makePicturePattern(...kinds);

export interface PictureAddress {
  kind: PictureKind;
  folder: string;
  /** Whether the picture of an event is also stored 480 pixels wide and as AVIF. Older pictures are not. */
  isComplete: boolean;
  /** The main colour as `#rrggbb`. Null for a transparent picture and for an older one. */
  colour: string | null;
  /** The pixels of the largest file. Null for an older picture. */
  size: { width: number; height: number } | null;
}

/** Returns undefined for a picture that Foyer does not store. */
export function readPictureAddress(address: string | null): PictureAddress | undefined {
  const [, folder, found] = anyPicture.exec(address ?? '') ?? [];
  const kind = kinds.find((each) => each === folder);
  if (!kind || !found) return undefined;
  const [, colour, size] = found.split('-');
  const [width, height] = (size ?? '').split('x').map(Number);
  return {
    kind,
    folder: found,
    isComplete: colour !== undefined,
    colour: colour === undefined || colour === 'clear' ? null : `#${colour}`,
    size: width && height ? { width, height } : null,
  };
}

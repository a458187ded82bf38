import { randomBytes } from 'node:crypto';
import { readPictureAddress } from '@foyer/contract/text/picture-address.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { encodePicture, NotAnImageError, type PictureFormat, type PictureSize } from './encode-picture.ts';
import type { Storage } from './storage.ts';

const uploads = '/uploads/';

interface Kind {
  /** The largest size comes first. */
  sizes: readonly [PictureSize, ...PictureSize[]];
  formats: readonly PictureFormat[];
}

/** The places where pictures appear: on an event's page and its card in a list, or beside a user's name. */
const kinds = {
  events: {
    sizes: [
      { name: 'page', width: 1600 },
      { name: 'card', width: 800 },
      { name: 'small', width: 480 },
    ],
    formats: ['webp', 'avif'],
  },
  users: { sizes: [{ name: 'face', width: 512 }], formats: ['webp'] },
} as const satisfies Record<string, Kind>;

export type PictureKind = keyof typeof kinds;

/**
 * Stores a picture in every size and format of its kind and returns the web address of the largest. Encoding it again
 * removes metadata and hidden content. Throws `not_an_image`, and then stores nothing.
 */
export async function storePicture(storage: Storage, kind: PictureKind, data: Buffer): Promise<string> {
  const { sizes, formats }: Kind = kinds[kind];
  const { colour, width, height, files } = await encodePicture(data, sizes, formats).catch(
    (error: unknown) => {
      throw error instanceof NotAnImageError ? new ApiError('not_an_image', { cause: error }) : error;
    },
  );
  // Pages read the colour and the size from the address. They keep room for the picture and show its colour until it
  // has arrived.
  const folder = `${kind}/${randomBytes(12).toString('hex')}-${colour ?? 'clear'}-${width}x${height}`;
  try {
    for (const { name, format, content } of files) {
      await storage.put(`${folder}/${name}.${format}`, content, `image/${format}`);
    }
  } catch (error) {
    // Remove the files that were stored before the error. If the removal fails too, throw the first error.
    await removeFolder(storage, kind, folder).catch(() => {});
    throw error;
  }
  return `${uploads}${folder}/${sizes[0].name}.webp`;
}

/** Tries to remove every file, and then throws the first error. */
async function removeFolder(storage: Storage, kind: PictureKind, folder: string): Promise<void> {
  const { sizes, formats }: Kind = kinds[kind];
  const files = sizes.flatMap(({ name }) => formats.map((format) => `${folder}/${name}.${format}`));
  const removals = await Promise.allSettled(files.map((file) => storage.remove(file)));
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}

/** Ignores a picture on another site. A failed removal is only logged, because an unused file does no harm. */
export async function tryRemovePicture(deps: Deps, address: string | null): Promise<void> {
  const found = readPictureAddress(address);
  if (!found) return;
  await removeFolder(deps.storage, found.kind, `${found.kind}/${found.folder}`).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'could not remove a picture that is no longer used'),
  );
}

export function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

export function isSamePicture(wanted: string, present: string | null, publicUrl: string): boolean {
  return present !== null && (wanted === present || wanted === `${publicUrl}${present}`);
}

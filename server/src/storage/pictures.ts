import { randomBytes } from 'node:crypto';
import { readPictureAddress, type PictureKind } from '@foyer/contract/text/picture-address.ts';
import { ApiError } from '../http/errors.ts';
import { encodePicture, NotAnImageError, type PictureFiles } from './encode-picture.ts';
import type { Storage } from './storage.ts';

const uploads = '/uploads/';

/** For the pictures of users and teams. The web's `own-picture.ts` names the same widths. */
const smallSizes = [
  { name: 'large', width: 512 },
  { name: 'medium', width: 192 },
  { name: 'small', width: 96 },
] as const;

/** The places where pictures appear: on an event's page and its card in a list, or beside the name of a user or team. */
const kinds = {
  events: {
    sizes: [
      { name: 'page', width: 1600 },
      { name: 'card', width: 800 },
      { name: 'small', width: 480 },
    ],
    formats: ['webp', 'avif'],
    isSquare: false,
  },
  users: {
    sizes: smallSizes,
    formats: ['webp', 'avif'],
    isSquare: true,
  },
  teams: {
    sizes: smallSizes,
    formats: ['webp', 'avif'],
    isSquare: false,
  },
} as const satisfies Record<PictureKind, PictureFiles>;

/**
 * Stores a picture in every size and format of its kind and returns the web address of the largest. Encoding it again
 * removes metadata and hidden content. Throws `not_an_image`, and then stores nothing.
 */
export async function storePicture(storage: Storage, kind: PictureKind, data: Buffer): Promise<string> {
  const { colour, width, height, files } = await encodePicture(data, kinds[kind]).catch((error: unknown) => {
    throw error instanceof NotAnImageError ? new ApiError('not_an_image', { cause: error }) : error;
  });
  // Pages read the colour and the size from the address. They keep room for the picture and show its colour until it
  // has arrived.
  const folder = `${kind}/${randomBytes(12).toString('hex')}-${colour ?? 'clear'}-${width}x${height}`;
  const address = `${uploads}${folder}/${kinds[kind].sizes[0].name}.webp`;
  try {
    for (const { name, format, content } of files) {
      await storage.put(`${folder}/${name}.${format}`, content, `image/${format}`);
    }
  } catch (error) {
    // Remove the files that were stored before the error. If the removal fails too, throw the first error.
    await removePicture(storage, address).catch(() => {});
    throw error;
  }
  return address;
}

/** Tries to remove every file, and then throws the first error. Ignores a picture on another site. */
export async function removePicture(storage: Storage, address: string): Promise<void> {
  const found = readPictureAddress(address);
  if (!found) return;
  const { sizes, formats }: PictureFiles = kinds[found.kind];
  const folder = address.slice(uploads.length, address.lastIndexOf('/'));
  const files = sizes.flatMap(({ name }) => formats.map((format) => `${folder}/${name}.${format}`));
  // The name of an older picture's file may be another one.
  const all = new Set([address.slice(uploads.length), ...files]);
  const removals = await Promise.allSettled(Array.from(all, (key) => storage.remove(key)));
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}

export function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

export function isSamePicture(wanted: string, present: string | null, publicUrl: string): boolean {
  return present !== null && (wanted === present || wanted === `${publicUrl}${present}`);
}

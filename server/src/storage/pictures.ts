import { randomBytes } from 'node:crypto';
import { readPictureAddress, type PictureKind } from '@foyer/contract/text/picture-address.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import type { UploadedFile } from '../http/form.ts';
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
    await removeFiles(storage, kind, address).catch(() => {});
    throw error;
  }
  return address;
}

/** Stores an uploaded picture, if there is one, and removes it again if `save` fails. */
export async function saveWithPicture<T>(
  deps: Deps,
  kind: PictureKind,
  file: UploadedFile | null,
  save: (picture: string | null) => Promise<T>,
): Promise<T> {
  const picture = file && (await storePicture(deps.storage, kind, file.data));
  try {
    return await save(picture);
  } catch (error) {
    await tryRemovePicture(deps, picture);
    throw error;
  }
}

/** Tries to remove every file, and then throws the first error. */
async function removeFiles(storage: Storage, kind: PictureKind, address: string): Promise<void> {
  const { sizes, formats }: PictureFiles = kinds[kind];
  const folder = address.slice(uploads.length, address.lastIndexOf('/'));
  const files = sizes.flatMap(({ name }) => formats.map((format) => `${folder}/${name}.${format}`));
  // The name of an older picture's file may be another one.
  const all = new Set([address.slice(uploads.length), ...files]);
  const removals = await Promise.allSettled(Array.from(all, (key) => storage.remove(key)));
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}

/** Ignores a picture on another site. A failed removal is only logged, because an unused file does no harm. */
export async function tryRemovePicture(deps: Deps, address: string | null): Promise<void> {
  const found = readPictureAddress(address);
  if (!address || !found) return;
  await removeFiles(deps.storage, found.kind, address).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'could not remove a picture that is no longer used'),
  );
}

export function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

export function isSamePicture(wanted: string, present: string | null, publicUrl: string): boolean {
  return present !== null && (wanted === present || wanted === `${publicUrl}${present}`);
}

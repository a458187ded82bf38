import { randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { encodePicture, NotAnImageError, type PictureSize } from './encode-picture.ts';
import type { Storage } from './storage.ts';

const uploads = '/uploads/';

/**
 * The places where pictures appear: on an event's page and its card in a list, or beside a user's name. The largest
 * size comes first.
 */
const sizes = {
  events: [
    { name: 'page', width: 1600 },
    { name: 'card', width: 800 },
  ],
  users: [{ name: 'face', width: 512 }],
} as const satisfies Record<string, readonly [PictureSize, ...PictureSize[]]>;

export type PictureKind = keyof typeof sizes;

/**
 * Stores a picture in every size of its kind and returns the web address of the largest. Encoding it again removes
 * metadata and hidden content. Throws `not_an_image`, and then stores nothing.
 */
export async function storePicture(storage: Storage, kind: PictureKind, data: Buffer): Promise<string> {
  const contents = await encodePicture(data, sizes[kind]).catch((error: unknown) => {
    throw error instanceof NotAnImageError ? new ApiError('not_an_image', { cause: error }) : error;
  });
  const folder = `${kind}/${randomBytes(12).toString('hex')}`;
  try {
    for (const { name, content } of contents) {
      await storage.put(`${folder}/${name}.webp`, content, 'image/webp');
    }
  } catch (error) {
    // Remove the files that were stored before the error. If the removal fails too, throw the first error.
    await removeFolder(storage, kind, folder).catch(() => {});
    throw error;
  }
  return `${uploads}${folder}/${sizes[kind][0].name}.webp`;
}

/** Tries to remove every file, and then throws the first error. */
async function removeFolder(storage: Storage, kind: PictureKind, folder: string): Promise<void> {
  const removals = await Promise.allSettled(
    sizes[kind].map(({ name }) => storage.remove(`${folder}/${name}.webp`)),
  );
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}

/** Ignores a picture on another site. A failed removal is only logged, because an unused file does no harm. */
export async function tryRemovePicture(deps: Deps, address: string | null): Promise<void> {
  const [, kind, name] =
    /^\/uploads\/(events|users)\/([0-9a-f]{24})\/[a-z]+\.webp$/.exec(address ?? '') ?? [];
  if (kind !== 'events' && kind !== 'users') return;
  await removeFolder(deps.storage, kind, `${kind}/${name}`).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'could not remove a picture that is no longer used'),
  );
}

export function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

export function isSamePicture(wanted: string, present: string | null, publicUrl: string): boolean {
  return present !== null && (wanted === present || wanted === `${publicUrl}${present}`);
}

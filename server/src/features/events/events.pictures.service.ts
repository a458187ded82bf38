import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { ApiError } from '../../http/errors.ts';
import type { Storage } from '../../storage/storage.ts';

const uploads = '/uploads/';

/** Widths in pixels: a page shows one, a list of cards the other. */
const sizes = { page: 1600, card: 800 } as const;

const formats = new Set<string>(['jpeg', 'png', 'gif', 'webp']);
const mostPixels = 50_000_000;

/**
 * Decodes, turns upright, shrinks and re-encodes a picture, which drops metadata and anything hidden in it,
 * and stores it in both sizes. Returns the address of the page size. Throws `not_an_image`.
 */
export async function storePicture(storage: Storage, data: Buffer): Promise<string> {
  const folder = `events/${randomBytes(12).toString('hex')}`;
  const files = await Promise.all(
    Object.entries(sizes).map(async ([name, width]) => ({
      key: `${folder}/${name}.webp`,
      content: await encode(data, width),
    })),
  );
  for (const { key, content } of files) await storage.put(key, content, 'image/webp');
  return `${uploads}${folder}/page.webp`;
}

/** Removes a picture that Foyer stored; an address elsewhere is left alone. */
export async function removePicture(storage: Storage, address: string | null): Promise<void> {
  const folder = /^\/uploads\/(events\/[0-9a-f]{24})\/page\.webp$/.exec(address ?? '')?.[1];
  if (!folder) return;
  for (const name of Object.keys(sizes)) await storage.remove(`${folder}/${name}.webp`);
}

async function encode(data: Buffer, width: number): Promise<Buffer> {
  try {
    // The pixel limit is checked against the header, before a small file can unfold into gigabytes.
    const picture = sharp(data, { limitInputPixels: mostPixels, failOn: 'error' });
    const { format } = await picture.metadata();
    if (!formats.has(format)) throw new ApiError('not_an_image');
    return await picture
      .rotate()
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 2 })
      .toBuffer();
  } catch {
    throw new ApiError('not_an_image');
  }
}

import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import sharp, { type Metadata } from 'sharp';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { Storage } from '../../../storage/storage.ts';

const uploads = '/uploads/';

/** Widths in pixels, for the event's page and for its card in a list. */
const sizes = { page: 1600, card: 800 } as const;

const maxPixels = 50_000_000;
const maxPixelsOfAllFrames = 500_000_000;

/** How much memory a decoded picture may take: four bytes per pixel, for red, green, blue and transparency. */
const maxDecodedBytes = maxPixels * 4;

/**
 * A JPEG with more scans is refused. Each scan is one pass over all pixels. A normal progressive JPEG has about ten,
 * but a small hostile file can have thousands, and would take very long to decode.
 */
const maxScans = 100;

/** Decoding is given up after this time, because other uploads wait meanwhile. */
const maxSeconds = 20;

/**
 * Decodes one picture at a time, because each may take hundreds of megabytes. The limit on uploads in progress keeps
 * the queue short.
 */
const decoding = pLimit(1);

// Foyer decodes every picture only once, so a cache would waste memory.
sharp.cache(false);

/**
 * Stores a picture in both sizes and returns the address of the larger one. Encoding the picture again removes its
 * metadata and anything hidden in the file. If it throws `not_an_image`, no file is stored.
 */
export async function storePicture(storage: Storage, data: Buffer): Promise<string> {
  const contents = await decoding(encodeSizes, data);
  const folder = `events/${randomBytes(12).toString('hex')}`;
  try {
    for (const { name, content } of contents) {
      await storage.put(`${folder}/${name}.webp`, content, 'image/webp');
    }
  } catch (error) {
    // Remove the files that were stored before the error. If that fails too, throw the first error and not this one.
    await removeFolder(storage, folder).catch(() => {});
    throw error;
  }
  return `${uploads}${folder}/page.webp`;
}

/** Removes a picture that Foyer stored. Ignores the address of a picture on another site. */
async function removePicture(storage: Storage, address: string | null): Promise<void> {
  const folder = /^\/uploads\/(events\/[0-9a-f]{24})\/page\.webp$/.exec(address ?? '')?.[1];
  if (folder) await removeFolder(storage, folder);
}

/** Tries to remove every file, even if removing one fails. Throws the first error at the end. */
async function removeFolder(storage: Storage, folder: string): Promise<void> {
  const removals = await Promise.allSettled(
    Object.keys(sizes).map((name) => storage.remove(`${folder}/${name}.webp`)),
  );
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}

async function encodeSizes(data: Buffer) {
  const decoded = await decode(data).catch((error: unknown) => {
    throw new ApiError('not_an_image', { cause: error });
  });
  const encoded = [];
  // Encode one size after the other: each encoding needs several times the memory of the picture.
  for (const [name, width] of Object.entries(sizes))
    encoded.push({ name, content: await encode(decoded, width) });
  return encoded;
}

/**
 * Decodes a picture to raw pixels, upright and in the largest size that Foyer stores. `encode` makes every size from
 * these pixels, so a picture is decoded only once.
 */
async function decode(data: Buffer) {
  const format = findFormat(data);
  if (!format) throw new Error('Not a JPEG, PNG, GIF or WebP');
  if (format === 'jpeg' && countScans(data) > maxScans) throw new Error('Too many scans');
  // Keep only the first frame of an animation. Visitors could not stop the movement in a list of events.
  const picture = sharp(data, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  // Check the size in the header before decoding, because a small file may decode into gigabytes.
  assertDecodesSmall(await picture.metadata());
  const { data: pixels, info } = await picture
    .autoOrient()
    .resize({ width: sizes.page, height: sizes.page * 2, fit: 'inside', withoutEnlargement: true })
    .raw()
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true });
  return { pixels, raw: { width: info.width, height: info.height, channels: info.channels } };
}

function encode({ pixels, raw }: Awaited<ReturnType<typeof decode>>, width: number): Promise<Buffer> {
  return sharp(pixels, { raw })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

/** Finds the format by the first bytes, so that only the decoders of these four formats ever read an upload. */
function findFormat(data: Buffer): 'jpeg' | 'png' | 'gif' | 'webp' | undefined {
  const head = data.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp';
  return undefined;
}

function assertDecodesSmall({ width, height, channels, depth, pages = 1 }: Metadata): void {
  const pixels = width * height;
  const bytes = pixels * channels * (depth === 'ushort' ? 2 : 1);
  if (bytes > maxDecodedBytes || pixels * pages > maxPixelsOfAllFrames) throw new Error('Too many pixels');
}

/**
 * Counts the markers that start a scan. An embedded thumbnail has such markers too, so the count may be too high;
 * `maxScans` leaves room for that.
 */
function countScans(jpeg: Buffer): number {
  const startOfScan = Buffer.from([0xff, 0xda]);
  let count = 0;
  for (let at = jpeg.indexOf(startOfScan); at !== -1; at = jpeg.indexOf(startOfScan, at + 2)) count += 1;
  return count;
}

/** Whether Foyer stored the picture at this address. */
function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

/** Refuses the address of a picture that Foyer stored for another event. */
export function assertNotOwnPicture(address: string | null | undefined): void {
  if (!isOwnPicture(address)) return;
  throw fieldError('event_img_url', 'Upload the picture, or use an address on another site');
}

/**
 * Chooses the address of the picture to store; undefined for no change. Clients may send the present address back, with
 * or without the host. The address of another uploaded picture is refused: two events would share its files, and
 * deleting one event would delete the picture of both.
 */
export function choosePicture(wanted: string | null | undefined, present: string | null, publicUrl: string) {
  if (wanted === present || (present && wanted === `${publicUrl}${present}`)) return undefined;
  assertNotOwnPicture(wanted);
  return wanted;
}

/** Removes a picture that is no longer used. A failure is only logged, because an unused file does no harm. */
export async function tryRemovePicture(deps: Deps, address: string | null): Promise<void> {
  await removePicture(deps.storage, address).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'could not remove a picture that is no longer used'),
  );
}

import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import sharp, { type Metadata } from 'sharp';
import { ApiError } from '../../../http/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { Storage } from '../../../storage/storage.ts';

const uploads = '/uploads/';

/** Widths in pixels: a page shows one, a list of cards the other. */
const sizes = { page: 1600, card: 800 } as const;

const maxPixels = 50_000_000;
const maxPixelsOfAllFrames = 500_000_000;

/** What a decoder may have to hold at once: a whole picture of the most pixels, in colour and see-through. */
const maxDecodedBytes = maxPixels * 4;

/** A progressive JPEG has about ten; each is a pass over all pixels, and 200 kB can ask for thousands. */
const maxScans = 100;

/** The others who sent a picture wait meanwhile; what takes longer was made to. */
const maxSeconds = 20;

/** One at a time, since each may take hundreds of megabytes. Those who wait are as few as the forms that are held. */
const decoding = pLimit(1);

// Every picture is decoded once: what the library keeps of it would only take room.
sharp.cache(false);

/**
 * Decodes, turns upright, shrinks and re-encodes a picture, which drops metadata and anything hidden in it,
 * and stores it in both sizes. Returns the address of the page size. Throws `not_an_image`. Leaves no file
 * behind when it throws.
 */
export async function storePicture(storage: Storage, data: Buffer): Promise<string> {
  const contents = await decoding(encodeSizes, data);
  const folder = `events/${randomBytes(12).toString('hex')}`;
  try {
    for (const { name, content } of contents) {
      await storage.put(`${folder}/${name}.webp`, content, 'image/webp');
    }
  } catch (error) {
    // The storage that fails to put may fail to remove too; what went wrong first is what counts.
    await removeFolder(storage, folder).catch(() => {});
    throw error;
  }
  return `${uploads}${folder}/page.webp`;
}

/** Removes a picture that Foyer stored; an address elsewhere is left alone. */
async function removePicture(storage: Storage, address: string | null): Promise<void> {
  const folder = /^\/uploads\/(events\/[0-9a-f]{24})\/page\.webp$/.exec(address ?? '')?.[1];
  if (folder) await removeFolder(storage, folder);
}

/** Tries every file before it throws, so that one that stays does not keep the others. */
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
  // One after the other: the encoder holds a picture several times over.
  for (const [name, width] of Object.entries(sizes))
    encoded.push({ name, content: await encode(decoded, width) });
  return encoded;
}

/** The picture upright in the largest size, as raw pixels: it is decoded once for all sizes. */
async function decode(data: Buffer) {
  const format = findFormat(data);
  if (!format) throw new Error('No JPEG, PNG, GIF or WebP');
  if (format === 'jpeg' && countScans(data) > maxScans) throw new Error('Too many scans');
  // Of an animation only the first frame is read: a list of moving posters distracts, and nobody could stop it.
  const picture = sharp(data, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  // Reads the header alone, before a small file can unfold into gigabytes.
  assertUnfoldsSmall(await picture.metadata());
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

/** By its first bytes, so that no decoder of another format ever reads what a visitor sent. */
function findFormat(data: Buffer): 'jpeg' | 'png' | 'gif' | 'webp' | undefined {
  const head = data.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp';
  return undefined;
}

function assertUnfoldsSmall({ width, height, channels, depth, pages = 1 }: Metadata): void {
  const pixels = width * height;
  const bytes = pixels * channels * (depth === 'ushort' ? 2 : 1);
  if (bytes > maxDecodedBytes || pixels * pages > maxPixelsOfAllFrames) throw new Error('Too many pixels');
}

/** At most this many: a thumbnail's scans count too, but inside a scan the marker cannot occur. */
function countScans(jpeg: Buffer): number {
  const startOfScan = Buffer.from([0xff, 0xda]);
  let count = 0;
  for (let at = jpeg.indexOf(startOfScan); at !== -1; at = jpeg.indexOf(startOfScan, at + 2)) count += 1;
  return count;
}

/** Whether the address is of a picture that Foyer stored. */
export function isOwnPicture(address: string | null | undefined): boolean {
  return address?.startsWith(uploads) ?? false;
}

/** A picture that cannot be removed now only takes room; the change that let go of it stands. */
export async function dropPicture(deps: Deps, address: string | null): Promise<void> {
  await removePicture(deps.storage, address).catch((error: unknown) =>
    deps.log.warn({ err: error, address }, 'a picture that nothing shows any more could not be removed'),
  );
}

import pLimit from 'p-limit';
import sharp, { type Metadata, type ResizeOptions } from 'sharp';

const maxPixels = 50_000_000;
const maxPixelsOfAllFrames = 500_000_000;

/** A decoded picture may take this much memory: four bytes per pixel, for red, green, blue and transparency. */
const maxDecodedBytes = maxPixels * 4;

/**
 * Foyer refuses a JPEG with more scans, which are passes over all pixels. A progressive JPEG has about ten, but a small
 * hostile file can have thousands and would take very long to decode.
 */
const maxScans = 100;

/** The longest time to decode a picture, because other uploads are waiting. */
const maxSeconds = 20;

/**
 * Foyer decodes one picture at a time, because each may take hundreds of megabytes. The limit on forms keeps this queue
 * short.
 */
const decoding = pLimit(1);

// Foyer decodes every picture only once, so a cache would waste memory.
sharp.cache(false);

/** The file is not a JPEG, PNG, GIF or WebP, is damaged, or would take too much memory or time to decode. */
export class NotAnImageError extends Error {}

export interface PictureSize {
  name: string;
  /** The width in pixels. Foyer does not enlarge a smaller picture. */
  width: number;
}

export type PictureFormat = 'webp' | 'avif';

/** What Foyer makes of a picture. */
export interface PictureFiles {
  /** The largest size comes first. */
  sizes: readonly [PictureSize, ...PictureSize[]];
  formats: readonly PictureFormat[];
  /** Whether the longer sides are cut off, so that a square around the middle is left. */
  isSquare: boolean;
}

export interface EncodedPicture {
  /** The main colour as six hexadecimal digits. Null for a transparent picture. */
  colour: string | null;
  /** The width and height of the largest file. */
  width: number;
  height: number;
  files: { name: string; format: PictureFormat; content: Buffer }[];
}

export function encodePicture(data: Buffer, wanted: PictureFiles): Promise<EncodedPicture> {
  return decoding(encodeSizes, data, wanted);
}

async function encodeSizes(data: Buffer, wanted: PictureFiles): Promise<EncodedPicture> {
  const { sizes, formats } = wanted;
  const decoded = await decode(data, wanted).catch((error: unknown) => {
    throw new NotAnImageError('The picture cannot be decoded', { cause: error });
  });
  const files = [];
  // Encode one file after the other, because each encoding needs several times the memory of the picture.
  for (const { name, width } of sizes) {
    for (const format of formats) files.push({ name, format, content: await encode(decoded, width, format) });
  }
  const { width, height } = decoded.raw;
  return { colour: await findColour(decoded), width, height, files };
}

/** Decodes a picture to raw pixels, upright and in the largest size that Foyer stores. */
async function decode(data: Buffer, wanted: PictureFiles) {
  const format = findFormat(data);
  if (!format) throw new Error('Not a JPEG, PNG, GIF or WebP');
  if (format === 'jpeg' && countScans(data) > maxScans) throw new Error('Too many scans');
  // Keep the first frame of an animation, because visitors could not stop it in a list of events.
  const picture = sharp(data, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  // A small file may decode into gigabytes, so check the size in its header first.
  const metadata = await picture.metadata();
  assertDecodesSmall(metadata);
  const { data: pixels, info } = await picture
    .autoOrient()
    .resize(chooseSize(metadata.autoOrient, wanted))
    .raw()
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true });
  return { pixels, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Never enlarges a picture. */
function chooseSize(
  { width, height }: { width: number; height: number },
  wanted: PictureFiles,
): ResizeOptions {
  const most = wanted.sizes[0].width;
  if (!wanted.isSquare) return { width: most, height: most * 2, fit: 'inside', withoutEnlargement: true };
  const side = Math.min(width, height, most);
  return { width: side, height: side, fit: 'cover' };
}

type Decoded = Awaited<ReturnType<typeof decode>>;

function encode({ pixels, raw }: Decoded, width: number, format: PictureFormat): Promise<Buffer> {
  const picture = sharp(pixels, { raw }).resize({ width, withoutEnlargement: true });
  if (format === 'webp') return picture.webp({ quality: 82, effort: 2 }).toBuffer();
  // The least effort takes 1.5 times as long as WebP, and the file is 66 % smaller. More effort takes 2 to 4 times as
  // long, and saves another tenth. At quality 50, the file is 1.5 times as large, and looks the same.
  return picture.avif({ quality: 42, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer();
}

async function findColour({ pixels, raw }: Decoded): Promise<string | null> {
  const { data, info } = await sharp(pixels, { raw })
    .resize({ width: 64, height: 64, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const { dominant, isOpaque } = await small.stats();
  if (!isOpaque) return null;
  return Buffer.from([dominant.r, dominant.g, dominant.b]).toString('hex');
}

/** Finds the format by the first bytes, so that only the decoders of these four formats read an upload. */
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
 * Counts the markers that start a scan. The count may be too high, because an embedded thumbnail contains these markers
 * too. `maxScans` leaves room for this.
 */
function countScans(jpeg: Buffer): number {
  const startOfScan = Buffer.from([0xff, 0xda]);
  let count = 0;
  for (let at = jpeg.indexOf(startOfScan); at !== -1; at = jpeg.indexOf(startOfScan, at + 2)) count += 1;
  return count;
}

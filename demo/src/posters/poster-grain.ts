import { crc32, deflateSync } from 'node:zlib';
import { startRandom } from './poster-random.ts';

/**
 * The grain is a small bitmap tile, which is fast to repeat. A full page of SVG noise (feTurbulence) would take almost
 * half a second.
 */
export type Tile = { href: string; width: number; height: number };

/** The size of a grain in picture units: one pixel when the picture is rendered 1200 pixels wide. */
const GRAIN = 4 / 3;
const NOISE_SIDE = 256;
const WIDEST_STIPPLE = 192;

const random = startRandom(1951);
const noise = Float32Array.from({ length: NOISE_SIDE * NOISE_SIDE }, random);

/**
 * The bytes after the width and height in the PNG header. The first two are the bits per sample and the colour type.
 */
const formats = { palette: [1, 3, 0, 0, 0], greyAndAlpha: [8, 4, 0, 0, 0] };

function encodePng(
  width: number,
  height: number,
  format: keyof typeof formats,
  chunks: Record<string, Buffer>,
): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(formats[format], 8);
  const framed = Object.entries({ IHDR: header, ...chunks, IEND: Buffer.alloc(0) }).map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return `data:image/png;base64,${Buffer.concat([signature, ...framed]).toString('base64')}`;
}

/** Creates a tile of black grains with random opacity, for the surface of the paper. */
export function makePaperTile(): Tile {
  const stride = 1 + NOISE_SIDE * 2;
  const pixels = Buffer.alloc(NOISE_SIDE * stride);
  for (const [index, value] of noise.entries()) {
    const [x, y] = [index % NOISE_SIDE, Math.floor(index / NOISE_SIDE)];
    pixels[y * stride + 2 + x * 2] = Math.floor(value * 16) * 16;
  }
  const href = encodePng(NOISE_SIDE, NOISE_SIDE, 'greyAndAlpha', { IDAT: deflateSync(pixels, { level: 1 }) });
  return { href, width: NOISE_SIDE, height: NOISE_SIDE };
}

/** Rounds a coordinate up to a whole number of grains, because a grain across two pixels is blurred. */
export function snapToGrain(value: number): number {
  return Math.ceil(value / GRAIN) * GRAIN;
}

/**
 * Creates a tile of grains in one colour (#rrggbb), `length` picture units high and about `breadth` wide. The grains
 * get denser towards the bottom, where they cover the share `strength` (0 to 1).
 */
export function makeStippleTile(colour: string, length: number, breadth: number, strength: number): Tile {
  const rows = Math.max(1, Math.ceil(length / GRAIN));
  const columns = Math.min(WIDEST_STIPPLE, Math.ceil(breadth / GRAIN / 8) * 8 + 8);
  const stride = 1 + columns / 8;
  const pixels = Buffer.alloc(rows * stride);
  const shift = Math.floor(length * 37 + strength * 991);
  for (let y = 0; y < rows; y += 1) {
    const density = strength * (y / rows) ** 1.5;
    for (let x = 0; x < columns; x += 1) {
      const value = noise[(shift + y * NOISE_SIDE + x) % noise.length] ?? 1;
      const byte = y * stride + 1 + (x >> 3);
      if (value < density) pixels[byte] = (pixels[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  // Each pixel is one bit: the first colour of the palette is transparent, the second is the colour of the grain.
  const href = encodePng(columns, rows, 'palette', {
    PLTE: Buffer.from(`000000${colour.slice(1)}`, 'hex'),
    tRNS: Buffer.from([0, 255]),
    IDAT: deflateSync(pixels, { level: 1 }),
  });
  return { href, width: columns * GRAIN, height: rows * GRAIN };
}

import { crc32, deflateSync } from 'node:zlib';
import { startRandom } from './poster-random.ts';

/**
 * Grain is carried by small bitmap tiles inside the SVG: the renderer needs almost half a second for a full page
 * of feTurbulence, and a few milliseconds for a repeated tile.
 */
export type Tile = { href: string; width: number; height: number };

/** Picture units per grain: one pixel when the picture is rendered 1200 wide. */
const GRAIN = 4 / 3;
const NOISE_SIDE = 256;
const STIPPLE_COLUMNS = 192;

const random = startRandom(1951);
const noise = Float32Array.from({ length: NOISE_SIDE * NOISE_SIDE }, random);

function encodePng(width: number, height: number, header: readonly number[], chunks: [string, Buffer][]): string {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set(header, 8);
  const encoded = [['IHDR', size], ...chunks, ['IEND', Buffer.alloc(0)]] as [string, Buffer][];
  const parts = encoded.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString('base64')}`;
}

/** Even black noise between clear and opaque, for the surface of the paper. */
export function makePaperTile(): Tile {
  const stride = 1 + NOISE_SIDE * 2;
  const pixels = Buffer.alloc(NOISE_SIDE * stride);
  for (const [index, value] of noise.entries()) {
    const [x, y] = [index % NOISE_SIDE, Math.floor(index / NOISE_SIDE)];
    pixels[y * stride + 2 + x * 2] = Math.floor(value * 16) * 16;
  }
  const href = encodePng(NOISE_SIDE, NOISE_SIDE, [8, 4, 0, 0, 0], [['IDAT', deflateSync(pixels, { level: 1 })]]);
  return { href, width: NOISE_SIDE, height: NOISE_SIDE };
}

/**
 * Grains of one colour (#rrggbb) that get denser downwards over `length` picture units: none until the last
 * `reach` (0-1) of it, then rising evenly until a share of `strength` (0-1) is covered.
 */
export function makeStippleTile(colour: string, length: number, strength: number, reach: number): Tile {
  const rows = Math.max(1, Math.ceil(length / GRAIN));
  const stride = 1 + STIPPLE_COLUMNS / 8;
  const pixels = Buffer.alloc(rows * stride);
  const shift = Math.floor(length * 37 + strength * 991);
  for (let y = Math.floor(rows * (1 - reach)); y < rows; y += 1) {
    const density = strength * Math.max(0, (y / rows - 1 + reach) / reach);
    for (let x = 0; x < STIPPLE_COLUMNS; x += 1) {
      const value = noise[(shift + y * NOISE_SIDE + x) % noise.length] ?? 1;
      if (value < density) pixels[y * stride + 1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  const inks = Buffer.from([0, 0, 0, ...[1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16))]);
  const href = encodePng(STIPPLE_COLUMNS, rows, [1, 3, 0, 0, 0], [
    ['PLTE', inks],
    ['tRNS', Buffer.from([0, 255])],
    ['IDAT', deflateSync(pixels, { level: 1 })],
  ]);
  return { href, width: STIPPLE_COLUMNS * GRAIN, height: rows * GRAIN };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../browser.ts';

const width = 480;
const height = 360;
const framesPerSecond = 5;

/**
 * The pictures that the fake camera films in an endless loop, each for some seconds. For null, the camera films an
 * empty table.
 */
export type Scene = readonly { picture: Buffer | null; seconds: number }[];

export async function openBrowserWithCamera(
  scene: Scene,
): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-camera-'));
  const film = join(folder, 'film.y4m');
  await writeFile(film, await makeFilm(scene));
  const browser = await chromium.launch({
    ...(await findChromium()),
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
  return { browser, close };
}

/** Makes a film in YUV4MPEG2, the uncompressed format that Chromium can play instead of a real camera. */
async function makeFilm(scene: Scene): Promise<Buffer> {
  const chunks: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`),
  ];
  const colours = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  for (const { picture, seconds } of scene) {
    const brightness = await drawFrame(picture);
    for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
      chunks.push(Buffer.from('FRAME\n'), brightness, colours);
    }
  }
  return Buffer.concat(chunks);
}

const table = '#7a7068';

/**
 * Returns the brightness of each pixel of one frame of the film. The picture lies slightly rotated on a grey
 * table.
 */
async function drawFrame(picture: Buffer | null): Promise<Buffer> {
  const rotated =
    picture && (await sharp(picture).resize({ width: 260 }).rotate(4, { background: table }).toBuffer());
  return sharp({ create: { width, height, channels: 3, background: table } })
    .composite(rotated ? [{ input: rotated }] : [])
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storePicture } from '@foyer/server/storage/pictures.ts';
import type { Storage } from '@foyer/server/storage/storage.ts';
import sharp from 'sharp';
import type { DemoPictures } from '../filling/fill-database.ts';
import { demoEvents } from '../world/world-events.ts';
import { demoTeams } from '../world/world-people.ts';
import { drawEmblem } from './emblems.ts';
import { reuseOrMakeFiles } from './kept-files.ts';
import { drawPoster } from './posters.ts';

const cacheFile = join(import.meta.dirname, '../../../node_modules/.cache/demo-pictures');

/** The modules that decide how a drawing is encoded and kept. */
const modules = [
  import.meta.url,
  import.meta.resolve('./kept-files.ts'),
  import.meta.resolve('@foyer/server/storage/encode-picture.ts'),
  import.meta.resolve('@foyer/server/storage/pictures.ts'),
];

/**
 * Draws and stores all pictures of the demo world. Encoding them is most of the work of a first start, so their files
 * are kept for the next demo world of this checkout. The pictures of both have the same web addresses.
 */
export async function storePictures(storage: Storage): Promise<DemoPictures> {
  const posters = demoEvents.map((event) => drawPoster(event.poster));
  const emblems = demoTeams.map((team) => drawEmblem(team.picture));
  const version = await hash([...posters, ...emblems, JSON.stringify(sharp.versions)]);
  return reuseOrMakeFiles({ cacheFile, version }, storage, async (recordingStorage) => ({
    posters: await storePosters(recordingStorage, posters),
    emblems: await storeEmblems(recordingStorage, emblems),
  }));
}

async function hash(texts: string[]): Promise<string> {
  const sum = createHash('sha256');
  for (const url of modules) sum.update(await readFile(fileURLToPath(url)));
  for (const text of texts) sum.update(text);
  return sum.digest('hex');
}

async function storePosters(storage: Storage, posters: string[]): Promise<string[]> {
  const addresses: string[] = [];
  const queue = posters.entries();
  const drawNext = async () => {
    for (const [index, poster] of queue) addresses[index] = await storePoster(storage, poster);
  };
  // Draw two posters at the same time, to keep two cores busy. More at a time would only take more memory.
  await Promise.all([drawNext(), drawNext()]);
  return addresses;
}

async function storePoster(storage: Storage, poster: string): Promise<string> {
  // At this width each grain of a landscape poster is exactly one pixel. `storePicture` reads the PNG at once, so
  // compressing it would be wasted.
  const picture = await sharp(Buffer.from(poster)).resize(1200).png({ compressionLevel: 0 }).toBuffer();
  return storePicture(storage, 'events', picture);
}

async function storeEmblems(storage: Storage, emblems: string[]): Promise<string[]> {
  const addresses: string[] = [];
  for (const emblem of emblems) {
    const picture = await sharp(Buffer.from(emblem)).png().toBuffer();
    addresses.push(await storePicture(storage, 'teams', picture));
  }
  return addresses;
}

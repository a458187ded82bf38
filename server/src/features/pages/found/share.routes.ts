import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { chooseMailPictureSize } from '@foyer/contract/text/share-address.ts';
import type { FastifyInstance } from 'fastify';
import { createBoundedQueue } from '../../../bounded-queue.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { isKnown } from '../../../http/memory/ready-answer.ts';
import { drawInThread } from '../../../mail/drawing-threads.ts';
import { formatMoment, formatWhere } from '../../../mail/words.ts';
import type {
  drawMailPicture,
  drawSharePicture,
  SharedEvent,
} from '../../../storage/share/draw-share-picture.ts';
import { createKeptPictures } from '../../../storage/share/kept-pictures.ts';
import { isOwnPicture } from '../../../storage/pictures.ts';
import type { Storage } from '../../../storage/storage.ts';
import { findSharedEvent } from './found.queries.ts';

/** Another number draws all pictures again after their look has changed. */
const look = 2;

/** About two hundred pictures. */
const maxBytes = 20 * 1024 * 1024;

/**
 * Serves the pictures that other sites show for a link to an event, and that mails about it show. Drawing takes a tenth
 * of a second in a thread of its own, so only one picture is drawn at a time, and pictures are kept. A picture is named
 * by what it shows, so a kept one is never old. Whether its event is public is read for each request.
 */
export function registerShareRoutes(app: FastifyInstance, deps: Deps): void {
  const queue = createBoundedQueue({ atOnce: 1, longestWaitMs: 5_000 });
  const pictures = createKeptPictures(maxBytes);

  app.get<{ Params: { file: string } }>('/share/events/:file', async (request, reply) => {
    const [, id, kind] = /^([1-9]\d{0,14})(-mail)?\.jpg$/.exec(request.params.file) ?? [];
    const event = id === undefined ? undefined : await findSharedEvent(deps.db, Number(id));
    const isForMail = kind !== undefined;
    if (!event || (isForMail && !isOwnPicture(event.event_img_url))) throw new ApiError('not_found');
    const { event_img_url, team_picture_url, start_time, location, ...words } = event;
    const addresses = { poster: event_img_url, logo: isForMail ? null : team_picture_url };
    const shown = isForMail
      ? null
      : { ...words, when: formatMoment(start_time, deps.config.timeZone), where: formatWhere(location) };
    const name = createHash('sha256')
      .update(JSON.stringify([look, shown, addresses]))
      .digest('base64url');
    const etag = `"${name.slice(0, 27)}"`;
    reply.headers({
      'cache-control': 'public, max-age=300',
      etag,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const picture = await pictures.get(name, () =>
      queue.run(() => draw(deps, shown, addresses), deps.overloadLimits?.costlyWaitMs),
    );
    return reply.header('content-type', 'image/jpeg').send(picture);
  });
}

interface Addresses {
  poster: string | null;
  logo: string | null;
}

/** @param words null for the picture that mails show, which has no words */
async function draw(
  { storage }: Deps,
  words: Omit<SharedEvent, keyof Addresses> | null,
  addresses: Addresses,
): Promise<Buffer> {
  const poster = await readStored(storage, addresses.poster);
  const module = new URL('../../../storage/share/draw-share-picture.ts', import.meta.url);
  if (words) {
    const logo = await readStored(storage, addresses.logo);
    const shown = { ...words, poster, logo };
    return drawInThread<typeof drawSharePicture>(module, 'drawSharePicture', shown);
  }
  if (!poster || addresses.poster === null) throw new ApiError('not_found');
  const { width, height } = chooseMailPictureSize(addresses.poster);
  return drawInThread<typeof drawMailPicture>(module, 'drawMailPicture', {
    poster,
    // Sharp on screens with two pixels for each.
    width: width * 2,
    height: height * 2,
  });
}

/** Null for a picture on another site, and for one that is missing. */
async function readStored(storage: Storage, address: string | null): Promise<Uint8Array | null> {
  const key = isOwnPicture(address) ? address?.replace('/uploads/', '') : undefined;
  const file = key === undefined ? undefined : await storage.find(key);
  return file ? new Uint8Array(await buffer(file.content)) : null;
}

import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../http/errors.ts';
import {
  isOnOtherSite,
  keepPicture,
  wantPicture,
  type WantedPicture,
} from '../../../storage/keep-picture.ts';
import { isOwnPicture, isSamePicture } from '../../../storage/pictures.ts';
import { fetchEventPictureJob } from './pictures.jobs.ts';

/** The columns of an event with a picture at this address. A picture on another site is fetched later. */
export function pictureColumns(address: string | null) {
  return { event_img_url: address, picture_state: isOnOtherSite(address) ? ('waiting' as const) : null };
}

/**
 * Returns the picture columns of an event that is changed. A client may send the present address back, which changes
 * nothing. The address of another uploaded picture is refused: two events would share its files, and deleting one event
 * would delete the picture of both.
 */
export function choosePicture(
  wanted: string | null | undefined,
  { event_img_url }: { event_img_url: string | null },
  publicUrl: string,
) {
  if (wanted === undefined || wanted === event_img_url) return {};
  if (wanted !== null && isSamePicture(wanted, event_img_url, publicUrl)) return {};
  assertNotOwnPicture(wanted);
  return pictureColumns(wanted);
}

/** Refuses the address of a picture that Foyer stored for another event. */
export function assertNotOwnPicture(address: string | null | undefined): void {
  if (!isOwnPicture(address)) return;
  throw fieldError('event_img_url', 'Upload the picture, or use an address on another site');
}

/** Enqueues the job that fetches the picture of an event, if the picture is on another site. */
export async function enqueueFetching(
  deps: Deps,
  tx: Tx,
  { id, event_img_url }: { id: number; event_img_url: string | null },
): Promise<void> {
  if (!isOnOtherSite(event_img_url)) return;
  await deps.jobs.enqueue(tx, fetchEventPictureJob, wantPicture(id, event_img_url, deps.clock.now()));
}

/** Fetches the picture of an event and replaces its address with that of our copy. */
export async function fetchEventPicture(deps: Deps, wanted: WantedPicture): Promise<void> {
  const { db } = deps;
  const { id, address } = wanted;
  const update = () => db.updateTable('events').where('id', '=', id).where('event_img_url', '=', address);
  await keepPicture(deps, wanted, {
    kind: 'events',
    async isWanted() {
      const event = await db
        .selectFrom('events')
        .select('event_img_url')
        .where('id', '=', id)
        .executeTakeFirst();
      return event?.event_img_url === address;
    },
    async replace(own) {
      const replaced = await update().set(pictureColumns(own)).returning('id').executeTakeFirst();
      return replaced !== undefined;
    },
    async recordFailure(failure) {
      await update().set({ picture_state: failure }).execute();
    },
  });
}

const pageSize = 100;

/** Enqueues a job for every picture on another site that has none yet. Works page by page, each in a transaction. */
export async function enqueueUnkeptEventPictures(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) === pageSize);
}

function enqueuePage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('events')
      .set({ picture_state: 'waiting' })
      .where('id', 'in', (select) =>
        select
          .selectFrom('events')
          .select('id')
          .where(isUnkept)
          .orderBy('id')
          .limit(pageSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'event_img_url'])
      .execute();
    for (const event of found) await enqueueFetching(deps, tx, event);
    return found.length;
  });
}

// The condition of the partial index, word for word.
const isUnkept = sql<boolean>`event_img_url like 'http%' and picture_state is null`;

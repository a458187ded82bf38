import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../http/errors.ts';
import {
  changesPicture,
  describePicture,
  enqueueFetching,
  enqueueUnkept,
  keepPicture,
  type PictureOwner,
  type StoredPicture,
  type WantedPicture,
} from '../../../storage/keep-picture.ts';
import { isOwnPicture } from '../../../storage/pictures.ts';
import { fetchEventPictureJob } from './pictures.jobs.ts';

// This condition must equal the condition of the partial index, because otherwise PostgreSQL does not use the index.
const isUnkept = sql<boolean>`event_img_url like 'http%' and picture_state is null`;

const owner: PictureOwner = {
  kind: 'events',
  job: fetchEventPictureJob,
  async findAddress(db, id) {
    const event = await db
      .selectFrom('events')
      .select('event_img_url')
      .where('id', '=', id)
      .executeTakeFirst();
    return event?.event_img_url;
  },
  async replace(db, { id, present }, picture) {
    const replaced = await db
      .updateTable('events')
      .set(toColumns(picture))
      .where((where) =>
        where.or([
          where('id', '=', id),
          where('series_id', '=', (series) =>
            series.selectFrom('events').select('series_id').where('id', '=', id),
          ),
        ]),
      )
      .where('event_img_url', '=', present)
      .returning('id')
      .executeTakeFirst();
    return replaced !== undefined;
  },
  takeUnkept(tx, limit) {
    return tx
      .updateTable('events')
      .set({ picture_state: 'waiting' })
      .where('id', 'in', (select) =>
        select
          .selectFrom('events')
          .select('id')
          .where(isUnkept)
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'event_img_url as address'])
      .execute();
  },
};

function toColumns({ address, state }: StoredPicture) {
  return { event_img_url: address, picture_state: state };
}

export function pictureColumns(address: string | null) {
  return toColumns(describePicture(address));
}

/** Returns the picture columns that a change of an event must write, or no columns if the picture stays. */
export function choosePicture(
  wanted: string | null | undefined,
  { event_img_url }: { event_img_url: string | null },
  publicUrl: string,
) {
  if (!changesPicture(wanted, event_img_url, publicUrl)) return {};
  assertNotOwnPicture(wanted);
  return pictureColumns(wanted);
}

/**
 * Refuses the address of a picture that Foyer stored for another event. Otherwise deleting one of the events would
 * delete the picture of both.
 */
export function assertNotOwnPicture(address: string | null | undefined): void {
  if (!isOwnPicture(address)) return;
  throw fieldError('event_img_url', 'Upload the picture, or use an address on another site');
}

/** Enqueues a job only if the picture is on another website. */
export function enqueueEventPicture(
  deps: Deps,
  tx: Tx,
  event: { id: number; event_img_url: string | null },
): Promise<void> {
  return enqueueFetching(deps, tx, owner, { id: event.id, address: event.event_img_url });
}

export function fetchEventPicture(deps: Deps, wanted: WantedPicture): Promise<void> {
  return keepPicture(deps, owner, wanted);
}

export function enqueueUnkeptEventPictures(deps: Deps): Promise<void> {
  return enqueueUnkept(deps, owner);
}

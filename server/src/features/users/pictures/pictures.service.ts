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
import { fetchUserPictureJob } from './pictures.jobs.ts';

// This condition must equal the condition of the partial index, because otherwise PostgreSQL does not use the index.
const isUnkept = sql<boolean>`profile_image_url like 'http%' and picture_state is null`;

const owner: PictureOwner = {
  kind: 'users',
  job: fetchUserPictureJob,
  async findAddress(db, id) {
    const user = await db
      .selectFrom('users')
      .select('profile_image_url')
      .where('id', '=', id)
      .executeTakeFirst();
    return user?.profile_image_url;
  },
  async replace(db, { id, present }, picture) {
    const replaced = await db
      .updateTable('users')
      .set(toColumns(picture))
      .where('id', '=', id)
      .where('profile_image_url', '=', present)
      .returning('id')
      .executeTakeFirst();
    return replaced !== undefined;
  },
  takeUnkept(tx, limit) {
    return tx
      .updateTable('users')
      .set({ picture_state: 'waiting' })
      .where('id', 'in', (select) =>
        select
          .selectFrom('users')
          .select('id')
          .where(isUnkept)
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'profile_image_url as address'])
      .execute();
  },
};

function toColumns({ address, state }: StoredPicture) {
  return { profile_image_url: address, picture_state: state };
}

export function pictureColumns(address: string | null) {
  return toColumns(describePicture(address));
}

/**
 * Returns the picture columns that a change of a user must write, or no columns if the picture stays. Refuses the
 * address of a stored picture, because it belongs to somebody else.
 */
export function choosePicture(
  wanted: string | null | undefined,
  { profile_image_url }: { profile_image_url: string | null },
  publicUrl: string,
) {
  if (!changesPicture(wanted, profile_image_url, publicUrl)) return {};
  if (isOwnPicture(wanted))
    throw fieldError('profile_image_url', 'Upload the picture, or use an address on another site');
  return pictureColumns(wanted);
}

/** Enqueues a job only if the picture is on another website. */
export function enqueueUserPicture(
  deps: Deps,
  tx: Tx,
  user: { id: number; profile_image_url: string | null },
): Promise<void> {
  return enqueueFetching(deps, tx, owner, { id: user.id, address: user.profile_image_url });
}

export function fetchUserPicture(deps: Deps, wanted: WantedPicture): Promise<void> {
  return keepPicture(deps, owner, wanted);
}

export function enqueueUnkeptUserPictures(deps: Deps): Promise<void> {
  return enqueueUnkept(deps, owner);
}

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
import { fetchUserPictureJob } from './pictures.jobs.ts';

/** The columns of a user with a picture at this address. A picture on another site is fetched later. */
function pictureColumns(address: string | null) {
  return { profile_image_url: address, picture_state: isOnOtherSite(address) ? ('waiting' as const) : null };
}

/**
 * Chooses the columns of a changed user. A client may send the present address back, which changes nothing. The address
 * of another stored picture is refused, because that picture belongs to somebody else.
 */
export function choosePicture(
  wanted: string | null | undefined,
  { profile_image_url }: { profile_image_url: string | null },
  publicUrl: string,
) {
  if (wanted === undefined || wanted === profile_image_url) return {};
  if (wanted !== null && isSamePicture(wanted, profile_image_url, publicUrl)) return {};
  if (isOwnPicture(wanted))
    throw fieldError('profile_image_url', 'Use the address of a picture on another site');
  return pictureColumns(wanted);
}

/** Enqueues the job that fetches the picture of a user, if the picture is on another site. */
export async function enqueueFetching(
  deps: Deps,
  tx: Tx,
  { id, profile_image_url }: { id: number; profile_image_url: string | null },
): Promise<void> {
  if (!isOnOtherSite(profile_image_url)) return;
  await deps.jobs.enqueue(tx, fetchUserPictureJob, wantPicture(id, profile_image_url, deps.clock.now()));
}

/** Fetches the picture of a user and replaces its address with that of our copy. */
export async function fetchUserPicture(deps: Deps, wanted: WantedPicture): Promise<void> {
  const { db } = deps;
  const { id, address } = wanted;
  const update = () => db.updateTable('users').where('id', '=', id).where('profile_image_url', '=', address);
  await keepPicture(deps, wanted, {
    kind: 'users',
    async isWanted() {
      const user = await db
        .selectFrom('users')
        .select('profile_image_url')
        .where('id', '=', id)
        .executeTakeFirst();
      return user?.profile_image_url === address;
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
export async function enqueueUnkeptUserPictures(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) === pageSize);
}

function enqueuePage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('users')
      .set({ picture_state: 'waiting' })
      .where('id', 'in', (select) =>
        select
          .selectFrom('users')
          .select('id')
          .where(isUnkept)
          .orderBy('id')
          .limit(pageSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'profile_image_url'])
      .execute();
    for (const user of found) await enqueueFetching(deps, tx, user);
    return found.length;
  });
}

// The condition of the partial index, word for word.
const isUnkept = sql<boolean>`profile_image_url like 'http%' and picture_state is null`;

import { readPictureAddress, type PictureKind } from '@foyer/contract/text/picture-address.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/form.ts';
import { job } from '../jobs/jobs.ts';
import { removePicture, storePicture } from './pictures.ts';

export const removePictureJob = job<{ address: string }>({
  name: 'storage.remove-picture',
  // Only the job knows the address, and the storage may refuse for weeks before somebody corrects its settings.
  retryForSeconds: 90 * 24 * 3600,
});

/**
 * Removes the files of a picture after the transaction that drops its address. A job does it, because visitors who know
 * the address could see the picture for ever if Foyer stopped now or the storage did not answer.
 */
export async function enqueuePictureRemoval(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  address: string | null,
  wait?: { afterSeconds: number },
): Promise<void> {
  if (address !== null && readPictureAddress(address)) {
    await jobs.enqueue(tx, removePictureJob, { address }, wait);
  }
}

/** Keeps the files while a row names them: events of a series share a picture. */
export async function removeUnusedPicture(
  { db, storage }: Deps,
  { address }: { address: string },
): Promise<void> {
  if (!(await isNamed(db, address))) await removePicture(storage, address);
}

/** Each condition repeats that of its partial index, because otherwise PostgreSQL does not use the index. */
async function isNamed(db: Db, address: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`select
    exists (select from events where event_img_url = ${address} and event_img_url like '/uploads/%')
    or exists (select from users where profile_image_url = ${address} and profile_image_url like '/uploads/%')
    or exists (select from teams where picture_url = ${address} and picture_url like '/uploads/%')
    as named`.execute(db);
  return rows[0]?.named ?? true;
}

/** The job that follows a lost answer waits for this long, because the COMMIT may still be at work. */
const commitSeconds = 60;

/** Stores an uploaded picture, if there is one, and removes it again if `save` fails. */
export async function saveWithPicture<T>(
  deps: Deps,
  kind: PictureKind,
  file: UploadedFile | null,
  save: (tx: Tx, picture: string | null) => Promise<T>,
): Promise<T> {
  const picture = file && (await storePicture(deps.storage, kind, file.data));
  return saveStored(deps, picture, (tx) => save(tx, picture));
}

/** Runs `save`, which writes the address of a stored picture into a row. Removes the picture if `save` fails. */
export async function saveStored<T>(
  deps: Deps,
  picture: string | null,
  save: (tx: Tx) => Promise<T>,
): Promise<T> {
  const progress = { reachedCommit: false };
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const saved = await save(tx);
      progress.reachedCommit = true;
      return saved;
    });
  } catch (error) {
    // After a COMMIT whose answer was lost, a row may name the picture.
    if (picture && progress.reachedCommit) await tryEnqueueRemoval(deps, picture);
    else if (picture) await tryRemoveUnsavedPicture(deps, picture);
    throw error;
  }
}

async function tryEnqueueRemoval(deps: Deps, picture: string): Promise<void> {
  await deps.db
    .transaction()
    .execute((tx) => enqueuePictureRemoval(deps, tx, picture, { afterSeconds: commitSeconds }))
    .catch((error: unknown) =>
      deps.log.warn(
        { err: error, picture },
        'could not ask later whether a picture was saved, so its files stay',
      ),
    );
}

/** For a picture whose address no row ever had. A failed removal is only logged, because nobody knows the address. */
export async function tryRemoveUnsavedPicture(deps: Deps, picture: string): Promise<void> {
  await removePicture(deps.storage, picture).catch((error: unknown) =>
    deps.log.warn({ err: error, picture }, 'could not remove a picture that was not saved'),
  );
}

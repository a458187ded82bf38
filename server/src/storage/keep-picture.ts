import type { PictureFailure, PictureState } from '@foyer/contract/pictures.ts';
import type { PictureKind } from '@foyer/contract/text/picture-address.ts';
import type { Db, Tx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { countUse } from '../http/limits.ts';
import type { Actor } from '../http/session.ts';
import type { Job } from '../jobs/jobs.ts';
import { PictureError } from './fetch-picture.ts';
import { isOwnPicture, isSamePicture, storePicture } from './pictures.ts';
import { saveStored, tryRemoveUnsavedPicture } from './saved-pictures.ts';

export interface WantedPicture {
  id: number;
  address: string;
  /** After this time a failure is final. */
  giveUpAt: string;
}

const hourMs = 3600 * 1000;

/** A server that is down may come back, so the job keeps trying for an hour. */
function wantPicture(id: number, address: string, now: Date): WantedPicture {
  return { id, address, giveUpAt: new Date(now.getTime() + hourMs).toISOString() };
}

function isOnOtherSite(address: string | null | undefined): address is string {
  return Boolean(address) && !isOwnPicture(address);
}

/**
 * Limits the pictures that a caller gives by web address, because Foyer fetches each from another server and must not
 * flood it.
 */
export async function countPictureAddress(
  deps: Deps,
  actor: Actor,
  address: string | null | undefined,
): Promise<void> {
  if (isOnOtherSite(address)) await countUse(deps, 'picture_address', actor.id);
}

/**
 * What a row stores about its picture. `state` is null if the picture is not on another website, or if Foyer keeps a
 * copy.
 */
export interface StoredPicture {
  address: string | null;
  state: PictureState | null;
}

/** Reads and writes the pictures of one table, for the feature that owns the table. */
export interface PictureOwner {
  kind: PictureKind;
  job: Job<WantedPicture>;
  findAddress(db: Db, id: number): Promise<string | null | undefined>;
  /** Stores `picture` if the stored web address is still `present`. Returns whether the picture was stored. */
  replace(db: Db | Tx, from: { id: number; present: string }, picture: StoredPicture): Promise<boolean>;
  /** Finds at most `limit` pictures on other sites that no job fetches yet, marks them as waiting, and returns them. */
  takeUnkept(tx: Tx, limit: number): Promise<{ id: number; address: string | null }[]>;
}

/** Returns the facts to store for a picture at this web address. Foyer fetches a picture on another site later. */
export function describePicture(address: string | null): StoredPicture {
  return { address, state: isOnOtherSite(address) ? 'waiting' : null };
}

/** Whether the web address in a request changes the picture. A client may send back the present one. */
export function changesPicture(
  wanted: string | null | undefined,
  present: string | null,
  publicUrl: string,
): wanted is string | null {
  if (wanted === undefined || wanted === present) return false;
  return wanted === null || !isSamePicture(wanted, present, publicUrl);
}

export async function enqueueFetching(
  deps: Deps,
  tx: Tx,
  { job }: PictureOwner,
  { id, address }: { id: number; address: string | null },
): Promise<void> {
  if (!isOnOtherSite(address)) return;
  await deps.jobs.enqueue(tx, job, wantPicture(id, address, deps.clock.now()));
}

const pageSize = 100;

/**
 * Enqueues a job for every picture on another site that no job fetches yet. Each page of pictures has its own
 * transaction.
 */
export async function enqueueUnkept(deps: Deps, owner: PictureOwner): Promise<void> {
  while ((await enqueuePage(deps, owner)) === pageSize);
}

function enqueuePage(deps: Deps, owner: PictureOwner): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await owner.takeUnkept(tx, pageSize);
    for (const picture of found) await enqueueFetching(deps, tx, owner, picture);
    return found.length;
  });
}

/**
 * Fetches a picture and keeps a copy, so that visitors' browsers do not contact the other site. Throws when another
 * attempt may succeed, so that the job runs again.
 */
export async function keepPicture(deps: Deps, owner: PictureOwner, wanted: WantedPicture): Promise<void> {
  const { id, address } = wanted;
  const from = { id, present: address };
  if ((await owner.findAddress(deps.db, id)) !== address) return;
  try {
    const own = await storePicture(deps.storage, owner.kind, await deps.fetchPicture(address));
    const isSaved = await saveStored(deps, own, (tx) => owner.replace(tx, from, describePicture(own)));
    if (!isSaved) await tryRemoveUnsavedPicture(deps, own);
  } catch (error) {
    const failure = findFailure(error);
    const mayGoAway = failure === 'unreachable' && deps.clock.now() < new Date(wanted.giveUpAt);
    if (mayGoAway) throw error;
    deps.log.warn({ err: error, id, kind: owner.kind }, 'gave up fetching a picture');
    await owner.replace(deps.db, from, { address, state: failure });
  }
}

/** An error of Foyer itself, such as a full disk, counts as `unreachable`, because it may be temporary too. */
function findFailure(error: unknown): PictureFailure {
  if (error instanceof PictureError) return error.failure;
  return error instanceof ApiError && error.code === 'not_an_image' ? 'not_an_image' : 'unreachable';
}

import type { PictureFailure } from '@foyer/contract/pictures.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { countUse } from '../http/limits.ts';
import type { Actor } from '../http/session.ts';
import { PictureError } from './fetch-picture.ts';
import { isOwnPicture, storePicture, tryRemovePicture, type PictureKind } from './pictures.ts';

/** A picture on another site that Foyer is to keep, as the data of a job. */
export interface WantedPicture {
  /** The id of the event or user that the picture is for. */
  id: number;
  address: string;
  /** After this time a failure is final. */
  giveUpAt: string;
}

const hourMs = 3600 * 1000;

/** A server that is down may come back, so fetching is tried again for an hour. */
export function wantPicture(id: number, address: string, now: Date): WantedPicture {
  return { id, address, giveUpAt: new Date(now.getTime() + hourMs).toISOString() };
}

/** Whether the picture is on another site, so that Foyer must fetch it. */
export function isOnOtherSite(address: string | null | undefined): address is string {
  return Boolean(address) && !isOwnPicture(address);
}

/** Counts an address that somebody gives. Each makes this server ask another one, which must not become a flood. */
export async function countPictureAddress(
  deps: Deps,
  actor: Actor,
  address: string | null | undefined,
): Promise<void> {
  if (isOnOtherSite(address)) await countUse(deps, 'picture_address', actor.id);
}

/** How to write to the event or user that the picture is for. */
interface Owner {
  kind: PictureKind;
  /** Whether the owner still has this address. */
  isWanted: () => Promise<boolean>;
  /** Replaces the address with that of our copy. Returns false if the owner has another address by now. */
  replace: (own: string) => Promise<boolean>;
  recordFailure: (failure: PictureFailure) => Promise<void>;
}

/**
 * Fetches a picture and keeps a copy, so that visitors' browsers never ask another site for it. Throws when another
 * attempt may succeed; the job then runs again.
 */
export async function keepPicture(deps: Deps, wanted: WantedPicture, owner: Owner): Promise<void> {
  if (!(await owner.isWanted())) return;
  try {
    const own = await storePicture(deps.storage, owner.kind, await deps.fetchPicture(wanted.address));
    if (!(await owner.replace(own))) await tryRemovePicture(deps, own);
  } catch (error) {
    const failure = findFailure(error);
    const mayGoAway = failure === 'unreachable' && deps.clock.now() < new Date(wanted.giveUpAt);
    if (mayGoAway) throw error;
    deps.log.warn({ err: error, id: wanted.id, kind: owner.kind }, 'gave up fetching a picture');
    await owner.recordFailure(failure);
  }
}

/** An error of our own, such as a full disk, counts as `unreachable`, because it may go away too. */
function findFailure(error: unknown): PictureFailure {
  if (error instanceof PictureError) return error.failure;
  return error instanceof ApiError && error.code === 'not_an_image' ? 'not_an_image' : 'unreachable';
}

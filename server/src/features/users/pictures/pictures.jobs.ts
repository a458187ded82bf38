import { job } from '../../../jobs/jobs.ts';

/** A user's picture on another website. A failure to fetch it after `giveUpAt` is final. */
interface Wanted {
  id: number;
  address: string;
  giveUpAt: string;
}

export const fetchUserPictureJob = job<Wanted>({
  name: 'users.fetch-picture',
  // Longer than the hour until `giveUpAt`, so that one attempt runs after `giveUpAt` and gives up.
  retryForSeconds: 2 * 3600,
});

/**
 * Finds pictures on other websites that no job fetches yet. Such pictures were added before Foyer kept copies of
 * pictures.
 */
export const findUnkeptUserPicturesJob = job({
  name: 'users.find-unkept-pictures',
  retryForSeconds: 0,
  everySeconds: 300,
});

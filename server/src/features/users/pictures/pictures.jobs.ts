import { job } from '../../../jobs/jobs.ts';

/** A user's picture on another website, which Foyer must fetch. A failure after `giveUpAt` is final. */
interface Wanted {
  id: number;
  address: string;
  giveUpAt: string;
}

export const fetchUserPictureJob = job<Wanted>({
  name: 'users.fetch-picture',
  // The job retries for longer than the hour until `giveUpAt`, so that an attempt still runs after `giveUpAt` and
  // gives up.
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

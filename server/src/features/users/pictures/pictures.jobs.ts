import { job } from '../../../jobs/jobs.ts';

/** A picture on another site. After `giveUpAt` a failure is final. */
interface Wanted {
  id: number;
  address: string;
  giveUpAt: string;
}

/** Fetches the picture of a user from another site and keeps a copy. */
export const fetchUserPictureJob = job<Wanted>({
  name: 'users.fetch-picture',
  // Longer than the hour until `giveUpAt`, so that the last attempt gives up.
  retryForSeconds: 2 * 3600,
});

/** Finds pictures on other sites that no job fetches yet: those from before Foyer kept copies. */
export const findUnkeptUserPicturesJob = job({
  name: 'users.find-unkept-pictures',
  retryForSeconds: 0,
  everySeconds: 300,
});

import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** A change of an account that its owner is told about. */
export interface AccountNews {
  userId: number;
  /** The address before the change. It is in the job, because the account may have another one now. */
  email: string;
  at: string;
  byAdministrator: boolean;
}

/** Tells the former address of an account that the account has another one. */
export const tellOfNewAddressJob = job<AccountNews>({
  name: 'users.tell-of-new-address',
  retryForSeconds: dayInSeconds,
});

/** Tells the owner of an account that its password was changed. */
export const tellOfNewPasswordJob = job<AccountNews>({
  name: 'users.tell-of-new-password',
  retryForSeconds: dayInSeconds,
});

import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

export interface AccountNews {
  userId: number;
  /** The email address before the change, because the account may have a new one now. */
  email: string;
  at: string;
  byAdministrator: boolean;
}

/** Writes a name that a user has just given on orders and tickets that carry the username. */
export const nameOrdersJob = job<{ userId: number }>({
  name: 'users.name-orders',
  retryForSeconds: dayInSeconds,
});

export const tellOfNewAddressJob = job<AccountNews>({
  name: 'users.tell-of-new-address',
  retryForSeconds: dayInSeconds,
});

export const tellOfNewPasswordJob = job<AccountNews>({
  name: 'users.tell-of-new-password',
  retryForSeconds: dayInSeconds,
});

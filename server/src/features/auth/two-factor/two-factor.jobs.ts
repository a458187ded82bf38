import { job } from '../../../jobs/jobs.ts';

export type TwoFactorChange =
  | 'on'
  | 'off'
  | 'off_by_administrator'
  | 'recovery_code_used'
  | 'guessed'
  | 'new_recovery_codes';

export interface TwoFactorNews {
  userId: number;
  change: TwoFactorChange;
  at: string;
}

export const tellOfTwoFactorJob = job<TwoFactorNews>({
  name: 'auth.tell-of-two-factor',
  retryForSeconds: 24 * 3600,
});

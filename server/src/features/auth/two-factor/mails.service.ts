import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { findUser } from '../../users/users.queries.ts';
import { renderTwoFactorMail } from './two-factor.emails.ts';
import { tellOfTwoFactorJob, type TwoFactorChange, type TwoFactorNews } from './two-factor.jobs.ts';
import { countRecoveryCodes } from './two-factor.queries.ts';

export async function enqueueTwoFactorNews(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  userId: number,
  change: TwoFactorChange,
): Promise<void> {
  await deps.jobs.enqueue(tx, tellOfTwoFactorJob, { userId, change, at: deps.clock.now().toISOString() });
}

/**
 * Tells a user what happened to their second factor, unless the account was deleted in the meantime. No mail goes to
 * an email address that nobody has verified, because this address may belong to a stranger.
 */
export async function sendTwoFactorMail(deps: Deps, news: TwoFactorNews): Promise<void> {
  const { userId, change, at } = news;
  const user = await findUser(deps.db, userId);
  if (!user?.email_verified) return;
  const codesLeft = await countRecoveryCodes(deps.db, userId);
  const site = { ...describeSite(deps), supportContact: deps.config.supportContact };
  const letter: Letter = {
    fact: `two-factor:${userId}:${change}:${at}`,
    kind: 'account',
    to: { userId, email: user.email },
    retry: retryWith(tellOfTwoFactorJob, news),
  };
  await sendOnce(deps, letter, () =>
    renderTwoFactorMail({ ...user, change, at: new Date(at), codesLeft }, site),
  );
}

import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import { ApiError } from '../../../http/errors.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { recordVerified } from '../../users/addresses/verification.service.ts';
import { createLinkToken, getLink, takeLink } from '../../users/users.links.service.ts';
import { assertGoodPassword, replacePassword } from '../../users/users.passwords.service.ts';
import { findUser, findUserIdByEmail, lockUser } from '../../users/users.queries.ts';
import { renderResetMail } from './reset.emails.ts';
import { sendResetJob, type WantedReset } from './reset.jobs.ts';

/**
 * Enqueues the job that mails a link to the owner of the email address. An unknown address gets a job that does
 * nothing, because otherwise a faster answer would reveal that there is no account.
 */
export async function requestReset(deps: Deps, email: string): Promise<void> {
  const userId = await findUserIdByEmail(deps.db, email);
  await deps.db
    .transaction()
    .execute((tx) => deps.jobs.enqueue(tx, sendResetJob, { userId: userId ?? null, key: randomUUID() }));
}

/** Only the mail contains the token. The database stores the hash of the token. */
export async function sendResetMail(deps: Deps, wanted: WantedReset): Promise<void> {
  const user = wanted.userId === null ? undefined : await findUser(deps.db, wanted.userId);
  if (!user) return;
  const { id: userId, email } = user;
  const letter: Letter = {
    fact: `reset-password:${wanted.key}`,
    kind: 'reset',
    to: { userId, email },
    retry: retryWith(sendResetJob, wanted),
  };
  await sendOnce(deps, letter, async () => {
    const now = deps.clock.now();
    const token = await createLinkToken(deps.db, { userId, email, purpose: 'reset_password', now });
    return renderResetMail(user, { token, site: describeSite(deps) });
  });
}

const purposes = ['reset_password', 'choose_password'] as const;

/**
 * Sets the password with a link that was mailed or printed by the operator's command. Ends all login sessions of the
 * account and its other links for choosing a password. A mailed link also verifies the email address.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const now = deps.clock.now();
  // Check the link and the password before hashing. An invalid link then costs no hashing, and a bad password does not
  // use up the link.
  const { user_id } = await getLink(deps.db, token, purposes, now);
  const known = await findUser(deps.db, user_id);
  if (!known) throw new ApiError('link_invalid');
  assertGoodPassword(deps.config, password, known);
  const passwordHash = await deps.passwords.hash(password, { address: caller.address });
  await deps.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token, purposes, now);
    const user = await lockUser(tx, link.user_id);
    if (user?.email.toLowerCase() !== link.email.toLowerCase()) throw new ApiError('link_invalid');
    const isMailed = link.purpose === 'reset_password';
    if (isMailed) await recordVerified(deps, tx, { userId: user.id, email: link.email, now });
    const owner = { ...user, email_verified: user.email_verified || isMailed };
    await replacePassword(deps, tx, owner, {
      passwordHash,
      isInitial: false,
      keptSession: null,
      keptDevice: caller.device,
    });
  });
}

import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { assertUsesLeft, countUse } from '../../../http/limits.ts';
import type { Actor } from '../../../http/session.ts';
import { describeSite } from '../../../mail/compose.ts';
import { releaseMailsOf } from '../../../mail/held-mails.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { hashAddress } from '../../../mail/mail-stops.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { createLinkToken, endLinks, takeLink } from '../users.links.service.ts';
import { findUser } from '../users.queries.ts';
import { renderVerificationMail } from './verification.emails.ts';
import { sendVerificationJob, type WantedVerification } from './verification.jobs.ts';

export function enqueueVerification(
  deps: Deps,
  tx: Tx,
  user: { id: number; email: string },
  caller: string | null,
): Promise<void> {
  return deps.jobs.enqueue(tx, sendVerificationJob, {
    userId: user.id,
    addressHash: hashAddress(user.email).toString('base64url'),
    key: randomUUID(),
    caller,
  });
}

/**
 * Mails the verification link, unless the email address is already verified or the account has a new email address by
 * now.
 */
export async function sendVerificationMail(deps: Deps, wanted: WantedVerification): Promise<void> {
  const user = await findUser(deps.db, wanted.userId);
  if (!user || user.email_verified) return;
  const { id: userId, email } = user;
  if (hashAddress(email).toString('base64url') !== wanted.addressHash) return;
  const letter: Letter = {
    fact: `verify-email:${wanted.key}`,
    kind: 'verification',
    to: { userId, email },
    caller: wanted.caller,
    retry: retryWith(sendVerificationJob, wanted),
  };
  await sendOnce(deps, letter, async () => {
    const now = deps.clock.now();
    const token = await createLinkToken(deps.db, { userId, email, purpose: 'verify_email', now });
    return renderVerificationMail(user, { token, site: describeSite(deps) });
  });
}

/** Returns false and sends nothing when the email address is already verified. */
export async function resendVerification(deps: Deps, actor: Actor, caller: string): Promise<boolean> {
  await countUse(deps, 'resend_verification', actor.id);
  // Refuse the request beyond this limit, because its mail would be dropped and the user would wait for nothing.
  await assertUsesLeft(deps, 'mail_caller', caller);
  return deps.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, actor.id);
    if (!user || user.email_verified) return false;
    await enqueueVerification(deps, tx, user, caller);
    return true;
  });
}

/**
 * Verifies the email address that the link was mailed to, and enqueues the mails that waited for the verification. A
 * login session is not needed, because people open mails on other devices.
 */
export async function verifyEmail(deps: Deps, token: string): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token, ['verify_email'], now);
    if (!(await recordVerified(deps, tx, { userId: link.user_id, email: link.email, now }))) {
      throw new ApiError('link_invalid', {
        msg: 'This link was for an address that the account no longer has. Open the newest email from Foyer.',
      });
    }
  });
}

/** Marks the email address as verified if the account still has it. Returns whether the account still has it. */
export async function recordVerified(
  deps: Deps,
  tx: Tx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<boolean> {
  const verified = await tx
    .updateTable('users')
    .set((set) => ({ email_verified_at: set.fn.coalesce('email_verified_at', set.val(now)) }))
    .where('id', '=', userId)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .returning('id')
    .executeTakeFirst();
  if (!verified) return false;
  await endLinks(tx, userId, ['verify_email']);
  await releaseMailsOf(tx, deps.jobs, userId);
  return true;
}

import type { Db, Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { lockUser } from './users.queries.ts';
import { createSecretToken, hashToken } from '../../http/secret-tokens.ts';

const hourMs = 3600 * 1000;

const lifetimes = {
  verify_email: 7 * 24 * hourMs,
  reset_password: hourMs,
  /** For an account that an administrator created. Its owner chooses the first password with this link. */
  choose_password: 7 * 24 * hourMs,
};

export type LinkPurpose = keyof typeof lifetimes;

interface LinkFor {
  userId: number;
  email: string;
  purpose: LinkPurpose;
  now: Date;
}

/** Earlier links for the same purpose keep working. */
export async function createLinkToken(
  tx: Db | Tx,
  { userId, email, purpose, now }: LinkFor,
): Promise<string> {
  const token = createSecretToken();
  await tx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimes[purpose]),
    })
    .execute();
  return token;
}

/** Only one of several requests can use the link. Returns undefined for a link that is unknown, used or expired. */
export function useLinkToken(tx: Tx, token: string, purposes: readonly LinkPurpose[], now: Date) {
  return tx
    .deleteFrom('account_links')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'purpose'])
    .executeTakeFirst();
}

/** Uses up a link, and locks the link's user. Throws `link_expired` or `link_invalid`. */
export async function takeLink(tx: Tx, token: string, purposes: readonly LinkPurpose[], now: Date) {
  const { user_id } = await getLink(tx, token, purposes, now);
  // Lock the user before the link, as a change of the password or email address does, so that two requests cannot
  // deadlock.
  await lockUser(tx, user_id);
  const link = await useLinkToken(tx, token, purposes, now);
  // Another request used this link a moment ago.
  if (!link) throw new ApiError('link_invalid');
  return link;
}

/** Gets a link without using it up. Throws `link_expired` or `link_invalid`. */
export async function getLink(db: Db | Tx, token: string, purposes: readonly LinkPurpose[], now: Date) {
  const link = await db
    .selectFrom('account_links')
    .select(['user_id', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  if (!link) throw new ApiError('link_invalid');
  if (link.expires_at <= now) throw new ApiError('link_expired');
  return link;
}

export async function endLinks(tx: Tx, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Deletes links that expired a month ago. Until then, the error message can say that the link has expired. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * hourMs);
  await db.deleteFrom('account_links').where('expires_at', '<', before).execute();
}

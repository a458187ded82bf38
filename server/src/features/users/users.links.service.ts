import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';

const hourMs = 3600 * 1000;

/** How long each kind of mailed link works. */
const lifetimes = {
  verify_email: 7 * 24 * hourMs,
  reset_password: hourMs,
  /** For an account that an administrator made: the owner chooses the first password. */
  choose_password: 7 * 24 * hourMs,
};

export type LinkPurpose = keyof typeof lifetimes;

interface LinkFor {
  userId: number;
  /** The address that the link is mailed to. */
  email: string;
  purpose: LinkPurpose;
  now: Date;
}

/** Creates the secret part of a link for one use: 256 random bits. Earlier links for the same purpose keep working. */
export async function createLinkToken(
  tx: Db | Tx,
  { userId, email, purpose, now }: LinkFor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
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

/** Uses up a link. Of two uses at once, one wins. Returns undefined for a link that is unknown, used or expired. */
export function useLinkToken(tx: Tx, token: string, purposes: readonly LinkPurpose[], now: Date) {
  return tx
    .deleteFrom('account_links')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'purpose'])
    .executeTakeFirst();
}

/** Uses up a link. Throws `link_expired` or `link_invalid`, which say what to do next. */
export async function takeLink(tx: Tx, token: string, purposes: readonly LinkPurpose[], now: Date) {
  const link = await useLinkToken(tx, token, purposes, now);
  if (link) return link;
  const expired = await tx
    .selectFrom('account_links')
    .select('purpose')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  throw new ApiError(expired ? 'link_expired' : 'link_invalid');
}

/** Ends all links of one user for these purposes, for example after the password or the address changed. */
export async function endLinks(tx: Tx, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Deletes links that expired a month ago. Until then, their error says that they have expired. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * hourMs);
  await db.deleteFrom('account_links').where('expires_at', '<', before).execute();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

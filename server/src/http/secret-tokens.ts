import { createHash, randomBytes } from 'node:crypto';

/**
 * Creates 256 random bits as a secret that its owner presents later, such as a refresh token or the token in a mailed
 * link.
 */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database keeps only the hash, so a stolen copy of the database contains no usable token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

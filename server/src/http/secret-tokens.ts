import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret that its holder shows again later, such as a refresh token or a mailed link: 256 random bits. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes such a secret. The database keeps only the hash, so a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

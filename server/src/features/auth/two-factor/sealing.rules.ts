import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts the secret of an authenticator app, so that a copy of the database alone does not let anybody compute codes.
 * The result can be decrypted only for the same user.
 */
export function sealSecret(sessionSecret: Uint8Array, userId: number, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(sessionSecret), iv);
  cipher.setAAD(describeOwner(userId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/**
 * Decrypts a sealed secret. Returns null when the secret was sealed for another user or under another SESSION_SECRET.
 */
export function openSecret(sessionSecret: Uint8Array, userId: number, sealed: Buffer): string | null {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, deriveKey(sessionSecret), iv, { authTagLength: tagBytes });
  decipher.setAAD(describeOwner(userId));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const secret = decipher.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([secret, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Derives a key for this purpose alone, because SESSION_SECRET also signs access tokens. */
function deriveKey(sessionSecret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'foyer two-factor secrets', 32));
}

function describeOwner(userId: number): Buffer {
  return Buffer.from(`user ${userId}`);
}

import { Secret, TOTP } from 'otpauth';

/**
 * Only these values are understood by all authenticator apps. Many apps ignore other values and then show wrong
 * codes.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 };

/** Codes of the previous and of the next time step work too, because clocks differ and typing takes time. */
const toleratedSteps = 1;

/** Creates a secret of 160 random bits, in letters and digits that people can type into an app. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * Composes the web address that an authenticator app reads from a QR code. The app shows the issuer and the username.
 */
export function composeAppAddress(secret: string, account: { issuer: string; username: string }): string {
  return new TOTP({ ...settings, secret, issuer: account.issuer, label: account.username }).toString();
}

/** Finds the 30-second time step that this code belongs to. Returns null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  // otpauth throws for a code with the right number of characters but a wrong number of bytes, such as “２８７０８２”.
  if (!isAppCode(code)) return null;
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...settings, token: code, secret: key, timestamp, window: toleratedSteps });
  return delta === null ? null : TOTP.counter({ period: settings.period, timestamp }) + delta;
}

export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

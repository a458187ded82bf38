import { Secret, TOTP } from 'otpauth';

/** What all authenticator apps understand. Many ignore other values and then show wrong codes. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 };

/** Codes of the step before and the step after work too, because clocks differ and typing takes time. */
const toleratedSteps = 1;

/** Creates a secret of 160 random bits, in the letters and digits that people can type into an app. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. The app shows the issuer and the username. */
export function composeAppAddress(secret: string, account: { issuer: string; username: string }): string {
  return new TOTP({ ...settings, secret, issuer: account.issuer, label: account.username }).toString();
}

/** Finds the 30-second step whose code this is, or null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  // otpauth throws when a code has the right number of characters but another number of bytes.
  if (!isAppCode(code)) return null;
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...settings, token: code, secret: key, timestamp, window: toleratedSteps });
  return delta === null ? null : TOTP.counter({ period: settings.period, timestamp }) + delta;
}

export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

import { Secret, TOTP } from 'otpauth';
import { call, type User } from './users.ts';
import type { Foyer } from './server.ts';

const stepMs = 30_000;

/** The code that an authenticator app shows now. During a set-up, this code switches the second factor on. */
export function showCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret) });
}

/**
 * The code of the next 30 seconds, which the server accepts already. A test needs this code when the present code is
 * used up.
 */
export function showNextCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepMs });
}

/** Switches on a user's second factor through the API, and returns the code that this used up. */
export async function switchOnTwoFactor(foyer: Foyer, user: User, password = 'a good password') {
  const { secret } = await call<{ secret: string }>(foyer, 'POST /auth/two-factor/set-up', user, {
    current_password: password,
  });
  const usedCode = showCode(secret);
  const { recovery_codes } = await call<{ recovery_codes: string[] }>(
    foyer,
    'POST /auth/two-factor/confirm',
    user,
    { code: usedCode },
  );
  return { secret, usedCode, recoveryCodes: recovery_codes };
}
